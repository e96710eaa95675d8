"""Somebody's own recursive code in the window: chosen, called, run in a process of its own, and read as a search.

wanted       what is to be run, and within which limits
remembered   the files of before, each with its call and its limits
child        the process that runs it
running      the window's end of it
chooser      what one may begin with: samples and the files of before
functions    the functions of a file, those that call themselves first
form         the call, what is recorded, and the limits
source       the file's text, with the functions that call themselves
said_before  what will be run, said before it is
progress     what a person sees meanwhile, and how it ended
page         all of this in a tab
reading      what the parameters of a recording are taken for, and how a person changes that
taken_for    what a recording is taken for, in a sentence
complaint    words that may say what is wrong
one_line     words in one line, cut short where there is no room
strip        the line above a recording of own code: how it ended, slips, what it is taken for
commands     what the window's commands do with all of it
raising      the limit at which a run has ended, raised
more         the command that runs it with that
"""
