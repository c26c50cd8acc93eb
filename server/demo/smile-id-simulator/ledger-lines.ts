// Between the events of the ledger and the lines of its file: what a partner stated about a person is sealed
// on the way out and opened on the way in, so that no folder holds it in the clear.

import { seal, sealingKey, UnsealError, unseal } from '../../crypto/seal.ts'
import { type LedgerEvent, parseLedgerEvent } from './ledger-event.ts'

export interface LedgerLines {
  /** One line, without its end. */
  write(event: LedgerEvent): string
  /** @throws Error for a line that is not one of ours; its text is not quoted, it may hold a name. */
  read(line: string): LedgerEvent
}

/** The parts of an event that say something of a person. */
const sealedParts = ['identity', 'document']

const boundTo = 'smile-id-ledger.identity'

/**
 * @param rawKey 32 bytes. Without it, or with another one than when a line was written, nothing is known of
 *   what was stated: later results then speak of an invented person.
 */
export function ledgerLines(rawKey: Buffer | undefined): LedgerLines {
  const key = rawKey && sealingKey(rawKey)

  function close(part: unknown): string | undefined {
    if (key === undefined || part === undefined) return undefined
    return seal(key, Buffer.from(JSON.stringify(part)), boundTo).toString('base64')
  }

  function open(sealed: unknown): unknown {
    if (key === undefined || typeof sealed !== 'string') return undefined
    try {
      return JSON.parse(unseal(key, Buffer.from(sealed, 'base64'), boundTo).toString('utf8'))
    } catch (error) {
      if (error instanceof UnsealError) return undefined
      throw error
    }
  }

  return {
    write: (event) => JSON.stringify(event, atSealedParts(close)),
    read: (line) => parseLedgerEvent(readJson(line, atSealedParts(open))),
  }
}

/** Replaces them however deep they stand. */
function atSealedParts(replace: (part: unknown) => unknown) {
  return (name: string, value: unknown) => (sealedParts.includes(name) ? replace(value) : value)
}

function readJson(line: string, revive: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(line, revive)
  } catch {
    return undefined
  }
}
