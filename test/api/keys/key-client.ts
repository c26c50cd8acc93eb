// What the tests of keys share: an appliance with a key that manages keys, and the calls it makes.

import assert from 'node:assert/strict'
import { scopes } from '../../../server/keys/key.ts'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import {
  type RunningAppliance,
  type RunningApplianceOptions,
  startAppliance,
} from '../../support/running-appliance.ts'

interface CreatedKey {
  readonly id: string
  /** The text. */
  readonly key: string
  readonly [field: string]: unknown
}

interface KeyClient {
  readonly app: RunningAppliance
  /** The text of a live key with every scope. */
  readonly manager: string
  create(change?: Readonly<Record<string, unknown>>): Promise<CreatedKey>
  /** Without a body unless one is given. */
  rotate(id: string, body?: object): Promise<ApiAnswer>
  revoke(id: string, as?: string): Promise<ApiAnswer>
  list(query?: string): Promise<readonly Record<string, unknown>[]>
  /** The status of a harmless request with this key. */
  statusOf(key: string, headers?: Readonly<Record<string, string>>): Promise<number>
}

export async function openKeyClient(options: RunningApplianceOptions = {}): Promise<KeyClient> {
  const app = await startAppliance(options)
  const manager = await app.key('live', scopes)
  const url = `${app.url}/keys`
  return {
    app,
    manager,
    async create(change = {}) {
      const json = { name: 'Branch office', ...change }
      const { status, data, text } = await call(url, { key: manager, json })
      assert.equal(status, 201, text)
      return { ...data, id: String(data.id), key: String(data.key) }
    },
    rotate: (id, json) => call(`${url}/${id}/rotate`, { key: manager, method: 'POST', json }),
    revoke: (id, as = manager) => call(`${url}/${id}`, { key: as, method: 'DELETE' }),
    async list(query = 'limit=100') {
      const { status, data } = await call(`${url}?${query}`, { key: manager })
      assert.equal(status, 200)
      return data.items as readonly Record<string, unknown>[]
    },
    async statusOf(key, headers = {}) {
      return (await call(`${app.url}/kyc/verifications?limit=1`, { key, headers })).status
    },
  }
}
