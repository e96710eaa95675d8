"""Programs in other people's styles. They are recorded as they are; `test_programs` says what is known of each."""
