// Converts between ledger events and lines of the file: what a partner stated about a person is
// encrypted on writing and decrypted on reading, so that no folder contains it in the clear.

import { decrypt, encrypt, encryptionKey, tryDecrypt } from '../../crypto/encrypt.ts'
import { type LedgerEvent, parseLedgerEvent } from './ledger-event.ts'

export interface LedgerLines {
  /** Returns one line, without the line end. */
  write(event: LedgerEvent): string
  /**
   * @throws Error for a line that is not a ledger event, without quoting it, because it may hold a
   * name
   */
  read(line: string): LedgerEvent
}

/** The properties of an event with personal data. */
const encryptedProperties = ['identity', 'document']

const boundTo = 'smile-id-ledger.identity'

/**
 * @param rawKey 32 bytes. Without it, or with another key than when a line was written, the stated
 * data is unknown: later results then describe an invented person.
 */
export function ledgerLines(rawKey: Buffer | undefined): LedgerLines {
  const key = rawKey && encryptionKey(rawKey)

  function close(part: unknown): string | undefined {
    if (key === undefined || part === undefined) return undefined
    return encrypt(key, Buffer.from(JSON.stringify(part)), boundTo).toString('base64')
  }

  function open(encrypted: unknown): unknown {
    if (key === undefined || typeof encrypted !== 'string') return undefined
    return tryDecrypt(() =>
      JSON.parse(decrypt(key, Buffer.from(encrypted, 'base64'), boundTo).toString('utf8')),
    )
  }

  return {
    write: (event) => JSON.stringify(event, replaceEncrypted(close)),
    read: (line) => parseLedgerEvent(readJson(line, replaceEncrypted(open))),
  }
}

/** Replaces these properties at any depth. */
function replaceEncrypted(replace: (part: unknown) => unknown) {
  return (name: string, value: unknown) =>
    encryptedProperties.includes(name) ? replace(value) : value
}

function readJson(line: string, revive: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(line, revive)
  } catch {
    return undefined
  }
}
