// The version of the format of backups, apart from its shapes: the threads that write packs need it alone.

/** Raised when an older release could not read what this one writes. */
export const formatVersion = 1
