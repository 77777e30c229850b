//! The ids of Foundry's documents: sixteen letters and digits, the same for the same table.

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 16;

pub(super) fn table_id(module: &str, name: &str) -> String {
    id_of(&format!("{module}.{name}"))
}

pub(super) fn result_id(table: &str, at: usize) -> String {
    id_of(&format!("{table}/{at}"))
}

/// FNV-1a of 128 bits: it need not be safe against anybody, only the same everywhere.
fn id_of(text: &str) -> String {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let mut hash = text.bytes().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    let mut id = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        id.push(char::from(LETTERS[(hash % 62) as usize]));
        hash /= 62;
    }
    id
}
