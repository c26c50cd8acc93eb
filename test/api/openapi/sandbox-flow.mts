// What a client's developer would write against the generated client: the whole sandbox, once. It is copied
// beside that client before it is checked and run, so it belongs to no other program.

import * as client from './client.ts'

export interface FlowResult {
  readonly status: string
  readonly attachedScore: number | undefined
  readonly retrievedScore: number
  readonly listed: readonly string[]
  readonly hasSecret: boolean
  readonly isDeleted: boolean
  readonly keyStates: readonly string[]
  readonly usageTypes: readonly string[]
  readonly usageEvents: number
  readonly refusal: string
  readonly version: unknown
}

export async function runFlow(baseUrl: string, apiKey: string): Promise<FlowResult> {
  client.defaults.baseUrl = baseUrl
  client.defaults.headers = { Authorization: `Bearer ${apiKey}` }
  const submitted = await submit()
  const detail = okData(await client.getVerification(submitted.id))
  const list = okData(await client.listVerifications({ status: 'approved', limit: 5 }))
  const score = okData(await client.getScore({ verificationId: submitted.id }))
  const usage = okData(await client.listUsage({ limit: 10 }))
  const sums = okData(await client.summarizeUsage({ groupBy: 'type' }))
  const interfaceDocument = await client.getInterface()
  return {
    status: detail.status,
    attachedScore: submitted.score?.score,
    retrievedScore: score.score,
    listed: list.items.map(({ id }) => id),
    ...(await tryWebhooks()),
    keyStates: await tryKeys(),
    usageTypes: usage.items.map(({ type }) => type),
    usageEvents: sums.totals.events,
    refusal: await refuse(),
    version: interfaceDocument.status === 200 ? interfaceDocument.data.info.version : undefined,
  }
}

async function submit() {
  const person = {
    country: 'SN' as const,
    id_type: 'national_id' as const,
    id_number: '1751199000042',
    first_name: 'Ndèye',
    last_name: 'Marabout',
    date_of_birth: '1990-01-01',
    score_requested: true,
  }
  const first = await client.verifySandbox(person, { idempotencyKey: 'one' })
  const again = await client.verifySandbox(person, { idempotencyKey: 'one' })
  if (okData(first).id !== okData(again).id) throw new Error('the same request was done twice')
  return okData(first)
}

async function tryWebhooks() {
  const registered = await client.registerWebhook({
    url: 'https://127.0.0.1:9443/svc',
    events: ['verification.completed'],
  })
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.data))
  const { id, secret } = registered.data.data
  const changed = okData(await client.updateWebhook(id, { active: false }))
  const deliveries = okData(await client.listDeliveries(id, { status: 'failed' }))
  const { deleted } = okData(await client.deleteWebhook(id))
  const isDeleted = deleted && !changed.active && deliveries.items.length === 0
  return { hasSecret: secret?.startsWith('whsec_') ?? false, isDeleted }
}

async function tryKeys() {
  const created = await client.createApiKey({ name: 'Branch', scopes: ['kyc.read'] })
  if (created.status !== 201) throw new Error(JSON.stringify(created.data))
  const rotated = await client.rotateApiKey(created.data.data.id, { grace_seconds: 0 })
  if (rotated.status !== 201) throw new Error(JSON.stringify(rotated.data))
  const revoked = okData(await client.revokeApiKey(rotated.data.data.id))
  const { items } = okData(await client.listApiKeys({ limit: 10 }))
  return [revoked.status, ...items.map(({ status }) => status).sort()]
}

async function refuse() {
  const refused = await client.getVerification('ver_unknown')
  return refused.status === 404 ? refused.data.error.code : 'none'
}

function okData<Data>(answer: { status: 200; data: { data: Data } } | { status: number }): Data {
  if (answer.status === 200 && 'data' in answer) return answer.data.data
  throw new Error(JSON.stringify(answer))
}
