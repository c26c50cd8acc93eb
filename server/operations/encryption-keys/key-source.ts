// Watches whether the source of the master key still gives the key that the server holds in memory. A server without
// its source goes on serving, but could not start again, so the loss must be known while there is time.

import { accessSync, constants } from 'node:fs'
import { MasterKeyError } from '../../crypto/master-key.ts'
import {
  chooseMasterKey,
  type MasterKeySettings,
  readOfferedKeys,
  sourceKindOf,
  sourceText,
} from '../../crypto/master-key-source.ts'
import type { KeyHolder } from '../../data-keys/key-holder.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'

type KeySourceState =
  | { readonly kind: 'well' }
  | {
      readonly kind: 'lost'
      /** In words, such as a path. */
      readonly source: string
      readonly reason: string
      /** When a check first found it. */
      readonly since: number
    }

export interface KeySource {
  /** Reads the source again; a command is never run, because it may ask for a person. Logs each change. */
  check(): Promise<KeySourceState>
  /** What the last check found; well before the first, since the server started with the key. */
  state(): KeySourceState
}

interface SourceNeeds {
  readonly config: MasterKeySettings
  readonly clock: Clock
  readonly log: Log
  readonly keyHolder: Pick<KeyHolder, 'heldMasterKeyId' | 'refresh'>
}

export function createKeySource({ config, clock, log, keyHolder }: SourceNeeds): KeySource {
  let state: KeySourceState = { kind: 'well' }

  /** A change of the master key exchanges the files a second before this process takes over the new key. */
  async function findReason(): Promise<string | undefined> {
    if ((await reasonOf(config, keyHolder.heldMasterKeyId())) === undefined) return undefined
    await keyHolder.refresh()
    return reasonOf(config, keyHolder.heldMasterKeyId())
  }

  return {
    async check() {
      const reason = await findReason()
      if (reason === undefined) {
        if (state.kind === 'lost') log.info('master_key_source_recovered', { path: state.source })
        state = { kind: 'well' }
      } else if (state.kind === 'well') {
        const source = sourceText(config)
        log.error('master_key_source_lost', {
          path: source,
          fingerprint: keyHolder.heldMasterKeyId(),
          reason,
        })
        state = { kind: 'lost', source, reason, since: clock.now() }
      }
      return state
    },
    state: () => state,
  }
}

/** Returns why the source does not give the key; undefined if it does. */
async function reasonOf(
  settings: MasterKeySettings,
  fingerprint: string,
): Promise<string | undefined> {
  if (sourceKindOf(settings) === 'command') return reasonOfWrapped(settings)
  try {
    chooseMasterKey(await readOfferedKeys(settings), fingerprint)
    return undefined
  } catch (error) {
    if (error instanceof MasterKeyError) return error.message
    throw error
  }
}

function reasonOfWrapped({ masterKeyWrappedFile: file }: MasterKeySettings): string | undefined {
  if (file === undefined) return undefined
  try {
    accessSync(file, constants.R_OK)
    return undefined
  } catch {
    return `the wrapped key ${file} cannot be read.`
  }
}
