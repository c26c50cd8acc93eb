// The reasons for which nothing can be stored, as the server reports them to clients and operators.

/**
 * Why nothing was stored, except for `unknown`; no data is damaged. `busy`: another process holds the lock. `full`: the
 * disk is full. `not_writable`: a permission is missing, or the file system is mounted read-only. `unreachable`: the
 * database server does not answer. `unknown`: it stopped answering during a commit, so the change may have been stored.
 */
export type StorageTrouble = 'busy' | 'full' | 'not_writable' | 'unreachable' | 'unknown'
