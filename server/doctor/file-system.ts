// Names file systems by their number in `statfs`, and says which of them can hold a database (Linux,
// include/uapi/linux/magic.h). Pure.

type FileSystemKind = 'local' | 'network' | 'memory' | 'layered'

/** `network`: locks and syncs do not work as SQLite needs them. `layered`: a container's own layer. */
const known: ReadonlyMap<number, readonly [name: string, kind: FileSystemKind]> = new Map([
  [0xef53, ['ext4', 'local']],
  [0x58465342, ['XFS', 'local']],
  [0x9123683e, ['Btrfs', 'local']],
  [0x2fc12fc1, ['ZFS', 'local']],
  [0x6969, ['NFS', 'network']],
  [0x517b, ['SMB', 'network']],
  [0xff534d42, ['CIFS', 'network']],
  [0xfe534d42, ['SMB2', 'network']],
  [0x65735546, ['FUSE', 'network']],
  [0x01021997, ['9p', 'network']],
  [0x00c36400, ['Ceph', 'network']],
  [0x5346414f, ['AFS', 'network']],
  [0x0bd00bd0, ['Lustre', 'network']],
  [0x01021994, ['tmpfs', 'memory']],
  [0x858458f6, ['ramfs', 'memory']],
  [0x794c7630, ['overlay', 'layered']],
])

/** An unknown number counts as a local file system and is shown in hexadecimal. */
export function fileSystemOf(type: number): {
  readonly name: string
  readonly kind: FileSystemKind
} {
  // Some systems give the number with a sign.
  const number = type >>> 0
  const [name, kind] = known.get(number) ?? [`0x${number.toString(16)}`, 'local']
  return { name, kind }
}
