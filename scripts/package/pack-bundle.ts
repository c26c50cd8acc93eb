// Packs the folder of a release: sorted, with fixed times, owners and modes, so that the same files give the same
// bytes.

import { spawnSync } from 'node:child_process'
import { renameSync } from 'node:fs'

interface Packing {
  /** Holds the folder `name`. */
  readonly folder: string
  readonly name: string
  readonly file: string
  /** How hard gzip works, 1 to 9. Default: 6. */
  readonly level?: number | undefined
}

/** 1 January 1980, unless SOURCE_DATE_EPOCH names another time. */
const epochDefault = '315532800'

/** @throws Error if tar or gzip fails */
export function packBundle({ folder, name, file, level = 6 }: Packing): void {
  const time = process.env.SOURCE_DATE_EPOCH ?? epochDefault
  const args = [
    ['--format=ustar', '--sort=name', `--mtime=@${time}`],
    ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
    [`--use-compress-program=gzip -n -${level}`, '-C', folder, '-cf', `${file}.part`, name],
  ].flat()
  const { status } = spawnSync('tar', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (status !== 0) throw new Error(`tar failed (status ${status})`)
  renameSync(`${file}.part`, file)
}
