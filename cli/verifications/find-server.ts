// Finds the server that a command calls and the API key for it.

import { readDemoNotes } from '../../server/demo/demo-notes.ts'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../context.ts'
import { demoCommand } from '../demo-command.ts'
import type { Server } from '../server-client.ts'
import { withRunningUrl } from '../session.ts'

/** Base URLs often end in it; `--url` takes both forms. */
const versionSegment = /\/(?:api\/)?v1\/?$/

/**
 * Returns the server of --url or SVC_URL with the key of SVC_API_KEY; with --demo, the demo and its live key.
 * @throws CommandError `no_api_key`
 */
export async function findServer(
  { session }: CommandContext,
  url: string | undefined,
): Promise<Server> {
  const loaded = await session.settings({ flags: { SVC_URL: url?.replace(versionSegment, '') } })
  const { config, secrets, origins } = await withRunningUrl(loaded)
  if (!session.isDemo) {
    if (secrets.apiKey !== undefined) return { url: config.serverUrl, key: secrets.apiKey }
    throw new CommandError(
      'no_api_key',
      'There is no API key. Create one with svc keys create, and set SVC_API_KEY_FILE to a file that holds it.',
    )
  }
  const notes = readDemoNotes(config)
  if (notes.liveKey === undefined) {
    throw new CommandError('no_api_key', `The demo has no key yet. Start it with: ${demoCommand()}`)
  }
  const isNamed = origins.SVC_URL !== 'default'
  return { url: isNamed ? config.serverUrl : (notes.url ?? config.serverUrl), key: notes.liveKey }
}
