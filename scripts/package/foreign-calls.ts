// Reads what strace wrote about connections and datagrams.

/** Returns the calls that name an address that is not of this machine. */
export function foreignCalls(trace: string): readonly string[] {
  return trace.split('\n').filter((line) => {
    const v4 = /inet_addr\("([\d.]+)"\)/.exec(line)?.[1]
    if (v4 !== undefined) return !v4.startsWith('127.') && v4 !== '0.0.0.0'
    const v6 = /inet_pton\(AF_INET6, "([^"]+)"/.exec(line)?.[1]
    return v6 !== undefined && v6 !== '::1' && v6 !== '::' && !v6.startsWith('::ffff:127.')
  })
}
