-- What was on had a name and no conditions: it has decided nothing, and says so until somebody writes some.
update rules set active = false where active and conditions = '[]';
