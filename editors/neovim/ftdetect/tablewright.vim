autocmd BufRead,BufNewFile *.tw setfiletype tablewright
