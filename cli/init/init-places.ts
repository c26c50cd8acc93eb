// Keeps what `svc init` makes out of the folder of a release: it would be gone with the release, which is replaced
// whole and stays as it was signed.

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceKindOf } from '../../server/crypto/master-key-source.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'

const productDir = fileURLToPath(new URL('../..', import.meta.url))

interface Asked {
  /** Absolute; it may not exist yet. */
  readonly configFile: string
  readonly flags: Readonly<Record<string, string | undefined>>
}

/** @throws CommandError `usage` before anything is made */
export async function requirePlacesOutside(
  { session }: Pick<CommandContext, 'session'>,
  { configFile, flags }: Asked,
  release = productDir,
): Promise<void> {
  const file = existsSync(configFile) ? { configFile } : { isFileUnwritten: true }
  const { config } = await session.settings({ flags, ...file })
  const keyFiles = sourceKindOf(config) === 'file' ? [config.masterKeyFile] : []
  const inside = [configFile, config.dataDir, ...keyFiles].filter((path) => isIn(path, release))
  if (inside.length === 0) return
  const message = `This would put ${inside.join(' and ')} into the folder of the release, and the next release would not have it. Name places outside: svc init --owner svc --config /etc/svc/svc.conf --data-dir /var/lib/svc/data --master-key-file /etc/svc/keys/master.key (svc help install).`
  throw new CommandError('usage', message)
}

function isIn(path: string, release: string): boolean {
  const way = relative(realpathSync(release), realOf(path))
  return way === '' || !/^\.\.(?:\/|$)/.test(way)
}

/** Without links, also of a path that does not exist yet. */
function realOf(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path)
  return join(realOf(dirname(path)), relative(dirname(path), path))
}
