// An installation with many verifications and as many usage events, written straight into its database, and the
// requests of a signed-in reviewer and of an API key that the rows `scale` time.

import { type Appliance, databaseFile } from '../../server/appliance.ts'
import { openDb } from '../../server/db/sqlite/open-db.ts'
import { dayMs } from '../../server/kernel/durations.ts'
import { encodeCursor } from '../../server/kernel/page.ts'
import { addUser, openConsole } from '../../test/support/console-client.ts'
import { fillDatabase } from './fill-database.ts'
import { insideAppliance } from './inside-appliance.ts'
import { type Product, startProduct } from './load/product.ts'

export interface ScalePlace {
  readonly product: Product
  /** The functions that send the requests, by name; each resolves once the whole answer has arrived. */
  readonly requests: ReadonlyMap<string, () => Promise<void>>
}

const rowsDeep = 10_000

export async function openScalePlace(count: number): Promise<ScalePlace> {
  const product = await startProduct({
    environment: 'live',
    settings: { SVC_SECOND_FACTOR_REQUIRED: 'no' },
  })
  await product.end('SIGTERM')
  const written = await insideAppliance(product.env, (appliance) => fill(appliance, count))
  await product.startAgain()
  return { product, requests: await requestsOf(product, written) }
}

interface Written {
  readonly to: number
  readonly rareKeyId: string
  readonly someId: string
  readonly deepId: string
  readonly deepUsageId: string
  readonly usedId: string
}

async function fill(appliance: Appliance, count: number): Promise<Written> {
  const writing = openDb(databaseFile(appliance.config))
  const filled = fillDatabase(writing.raw, count)
  const idAt = writing.raw
    .prepare<[number]>('select id from verifications order by id desc limit 1 offset ?')
    .pluck()
  const usageAt = writing.raw.prepare<[number], { readonly id: string; verification_id: string }>(
    'select id, verification_id from usage_events order by id desc limit 1 offset ?',
  )
  const used = usageAt.get(count >> 1)
  const ids = {
    someId: String(idAt.get(count >> 1)),
    deepId: String(idAt.get(rowsDeep)),
    deepUsageId: used?.id ?? '',
    usedId: used?.verification_id ?? '',
  }
  await writing.close()
  appliance.db.optimize()
  await addUser(appliance, 'reviewer')
  await addUser(appliance, 'administrator')
  return { ...filled, ...ids }
}

async function requestsOf(
  product: Product,
  { to, rareKeyId, someId, deepId, deepUsageId, usedId }: Written,
): Promise<ScalePlace['requests']> {
  const reviewer = openConsole(product)
  await reviewer.signIn('reviewer@bank.example')
  const administrator = openConsole(product)
  await administrator.signIn('administrator@bank.example')
  const iso = (instantMs: number) => encodeURIComponent(new Date(instantMs).toISOString())
  const read = (path: string) => async () => {
    const headers = { Authorization: `Bearer ${product.keys[0]}` }
    const response = await fetch(`${product.url}/v1${path}`, { headers })
    assertOk(path, response.status, await response.text())
  }
  const show = (path: string) => async () => {
    const answer = await reviewer.get(path)
    assertOk(path, answer.status, answer.text)
  }
  const post = (path: string, json: unknown) => async () => {
    const answer = await reviewer.post(path, json)
    assertOk(path, answer.status, answer.text)
  }
  const list = '/verifications?environment=live&limit=25'
  const month = `created_from=${iso(to - 60 * dayMs)}&created_to=${iso(to - 30 * dayMs)}`
  const both = 'status=declined&id_type=passport'
  return new Map([
    ['get', read(`/kyc/verifications/${someId}`)],
    ['list', read('/kyc/verifications?limit=20')],
    ['first page', show(list)],
    ['deep page', show(`${list}&cursor=${encodeURIComponent(encodeCursor(deepId))}`)],
    ['one status', show(`${list}&status=declined`)],
    ['one status, one country', show(`${list}&status=error&country=MA`)],
    ['a band', show(`${list}&band=premium`)],
    ['a rare reason', show(`${list}&reason=document_expired`)],
    ['a month, one document', show(`${list}&id_type=passport&${month}`)],
    ['two filters that never match together', show(`${list}&${both}`)],
    ['a reference', show(`${list}&external_ref=loan-5000`)],
    ['number search', post('/verifications/find', { country: 'SN', id_number: '2751199400042' })],
    ['review queue', show('/reviews?environment=live&state=open')],
    ['queue claim', post('/reviews/next', { environment: 'live' })],
    ['usage', read('/usage?limit=100')],
    ['usage, a deep page', read(`/usage?cursor=${encodeCursor(deepUsageId)}`)],
    ['usage of a rare key', read(`/usage?type=score.get&api_key_id=${rareKeyId}`)],
    ['usage that is not billable', read('/usage?billable=false')],
    ['usage of a verification', read(`/usage?verification_id=${usedId}`)],
    ['usage month', read('/usage/summary?group_by=month')],
    [
      'overview',
      async () => {
        const answer = await administrator.get('/overview?environment=live')
        assertOk('/overview', answer.status, answer.text)
      },
    ],
  ])
}

function assertOk(path: string, status: number, text: string): void {
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
}
