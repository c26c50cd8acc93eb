// Every migration, in order. A released one is never edited; a change is a new one.

import type { Trx } from '../transaction.ts'
import { foundation } from './0001-foundation.ts'
import { webhooks } from './0002-webhooks.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  up(trx: Trx): Promise<void>
}

export const migrations: readonly Migration[] = [
  { version: 1, name: 'foundation', up: foundation },
  { version: 2, name: 'webhooks', up: webhooks },
]
