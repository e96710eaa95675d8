"""Recording in a process of its own: the window stays fluid, and whatever happens to it, the recording is kept.

protocol   what the two processes say to each other
child      the process that records
making     work in a process that ends with a recording
recording  the window's end of it
page       what a person sees meanwhile
recovery   what is kept so that a crash loses nothing
"""
