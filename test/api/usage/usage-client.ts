// What the tests of usage share: an appliance whose sandbox has been used, and how its usage is asked for.

import assert from 'node:assert/strict'
import { type ApiAnswer, call } from '../../support/api-client.ts'
import { type RunningAppliance, startAppliance } from '../../support/running-appliance.ts'
import { verifyInSandbox } from '../verifications/sandbox-client.ts'

export interface UsageItem {
  readonly id: string
  readonly type: string
  readonly environment: string
  readonly api_key_id: string
  readonly verification_id: string
  readonly quantity: number
  readonly billable: boolean
  readonly source: string
  readonly created_at: string
}

interface Count {
  readonly events: number
  readonly quantity: number
  readonly billable_quantity: number
}

interface Totals extends Count {
  readonly by_type: Readonly<Record<string, Count>>
}

export interface UsagePage {
  readonly items: readonly UsageItem[]
  readonly next_cursor: string | null
  readonly totals: Totals
}

interface Summary {
  readonly group_by: string
  readonly from: string
  readonly to: string
  readonly items: readonly (Totals & { readonly group: string })[]
  readonly totals: Totals
}

export interface UsageClient {
  readonly app: RunningAppliance
  list(query?: string, key?: string): Promise<UsagePage>
  summary(query?: string, key?: string): Promise<Summary>
  /** Any answer, refusals too. */
  ask(path: string, key?: string): Promise<ApiAnswer>
  /** Submits in the sandbox; returns the verification's id. */
  verify(change?: Readonly<Record<string, unknown>>): Promise<string>
  score(verificationId: string, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>
  close(): Promise<void>
}

export async function openUsageClient(): Promise<UsageClient> {
  const app = await startAppliance()
  const ask = (path: string, key = app.sandboxKey) => call(`${app.url}${path}`, { key })
  const read = async (path: string, key?: string) => {
    const { status, data, text } = await ask(path, key)
    assert.equal(status, 200, text)
    return data
  }
  return {
    app,
    ask,
    list: async (query = '', key) => (await read(`/usage?${query}`, key)) as unknown as UsagePage,
    summary: async (query = '', key) =>
      (await read(`/usage/summary?${query}`, key)) as unknown as Summary,
    verify: async (change) => String((await verifyInSandbox(app, change)).data.id),
    score: (verificationId, headers = {}) =>
      call(`${app.url}/score/get`, { key: app.sandboxKey, json: { verificationId }, headers }),
    close: () => app.close(),
  }
}
