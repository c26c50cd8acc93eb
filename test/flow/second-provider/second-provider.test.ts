import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inTransaction } from '../../../server/db/transaction.ts'
import { listOutbound } from '../../../server/egress/outbound-view.ts'
import { readServices } from '../../../server/operations/status/service-status-view.ts'
import { findProviderJobByJobId } from '../../../server/verifications/provider-job/provider-job-view.ts'
import { runSvc } from '../../cli/memory-shell.ts'
import { call } from '../../support/api-client.ts'
import { addUser, openConsole } from '../../support/console-client.ts'
import { claimed, specimenForm } from '../../support/images/specimens.ts'
import { openedBefore } from '../../support/opened-before.ts'
import { registrar, registrarName } from '../../support/registrar-provider.ts'
import {
  type RunningAppliance,
  startAppliance,
  startForTest,
} from '../../support/running-appliance.ts'
import { type RegistrarServer, startRegistrar } from '../../support/servers/registrar-server.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const readPerson = {
  given: claimed.first_name,
  family: claimed.last_name,
  born: claimed.date_of_birth,
  number: claimed.id_number,
}

describe('a verification through a provider that is not Smile ID', () => {
  let service: RegistrarServer
  let app: RunningAppliance
  let detail: Record<string, unknown>

  before(async () => {
    service = await startRegistrar(readPerson)
    app = await startAppliance({ withoutProvider: true, providerKinds: [registrar(service)] })
    const { status, data } = await call(`${app.url}/kyc/verify`, {
      key: app.liveKey,
      body: specimenForm(),
    })
    assert.equal(status, 202)
    detail = await app.finish(String(data.id))
  })
  after(async () => {
    await app.close()
    await service.close()
  })

  const jobId = () => [...service.checks.keys()][0] ?? ''

  test('reaches its outcome with one paid check and the two photos', () => {
    assert.equal(detail.status, 'approved')
    assert.equal(service.checks.size, 1)
    const photos = Object.values(service.checks.get(jobId())?.photos ?? {})
    assert.equal(photos.length, 2)
    for (const photo of photos) assert.equal(Buffer.from(photo, 'base64').readUInt16BE(), 0xffd8)
    assert.deepEqual(detail.smile_result, {
      state: 'closed',
      verdict: 'genuine',
      person: readPerson,
    })
  })

  test('has its name in the record, on the screen, and its readings beside the claims', async () => {
    const job = await findProviderJobByJobId(app.appliance.db.reader, jobId())
    assert.deepEqual([job?.provider, job?.reference], [registrarName, 'receipt-1'])
    await addUser(app.appliance, 'reviewer')
    const client = openConsole(app.server)
    await client.signIn('reviewer@bank.example')
    const { data: screen } = await client.get(`/verifications/${detail.id}`)
    const { name, result_code } = screen.provider as Record<string, unknown>
    assert.deepEqual([name, result_code], [registrarName, 'genuine'])
    const reveal = { reason: 'customer_request' }
    const { data } = await client.post(`/verifications/${detail.id}/reveal`, reveal)
    assert.equal((data.read as Record<string, unknown>).last_name, claimed.last_name)
    const { data: seen } = await openAuditor(app)
    assert.equal((seen.provider as Record<string, unknown>).name, registrarName)
  })

  test('has its name in every entry of the outbound log, and counts as well', async () => {
    const page = { order: 'oldest_first', after: undefined, limit: 100 } as const
    const entries = await listOutbound(app.appliance.db.reader, {}, page)
    assert.ok(entries.length >= 3)
    const { host } = new URL(service.url)
    for (const entry of entries)
      assert.deepEqual([entry.provider, entry.host], [registrarName, host])
    assert.deepEqual(
      entries.slice(0, 2).map(({ purpose, status }) => [purpose, status]),
      [
        ['identity.upload', 201],
        ['identity.status', 200],
      ],
    )
    const { provider } = await readServices(app.appliance.db.reader, app.clock.now())
    assert.equal(provider.kind, 'well')
  })

  test('takes its callbacks and those of nobody else', async () => {
    const body = service.callbackFor(jobId())
    // Not by `call`, which knows the interface document: callbacks are not in it.
    const send = (name: string, sent: object) =>
      fetch(`${app.url}/callbacks/${name}/${jobId()}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      })
    assert.equal((await send(registrarName, body)).status, 200)
    assert.equal((await send(registrarName, { ...body, proof: 'forged' })).status, 401)
    assert.equal((await send('smile-id', body)).status, 404)
  })
})

async function openAuditor(app: RunningAppliance) {
  await addUser(app.appliance, 'auditor')
  const client = openConsole(app.server)
  await client.signIn('auditor@bank.example')
  return client.get('/system')
}

describe('svc config check --connect', () => {
  const service = openedBefore(() => startRegistrar(readPerson))

  async function check(t: Parameters<typeof tempFolder>[0], token: string) {
    const file = join(tempFolder(t), 'svc.conf')
    writeFileSync(file, '', { mode: 0o600 })
    return runSvc(['config', 'check', file, '--connect'], {
      providerKinds: [registrar({ url: service.url, token })],
    })
  }

  test('asks the chosen provider its own free question', async (t) => {
    const { status, out } = await check(t, service.token)
    assert.equal(status, 0, out)
    assert.match(out, /ok +answer +HTTP 200: it knows our account/)
    assert.deepEqual(service.requests, ['GET /self'])
    assert.equal(service.checks.size, 0)
    assert.doesNotMatch(out, /Live verifications are off/)
  })

  test('names the settings of that provider when it refuses', async (t) => {
    const { status, out } = await check(t, 'wrong')
    assert.equal(status, 3)
    assert.match(
      out,
      /failed +answer +HTTP 401: it refuses us. Check SVC_REGISTRAR_TOKEN and the clock/,
    )
  })
})

test('a verification of a provider that is no longer chosen is not sent to the new one', async (t) => {
  const service = await startRegistrar(readPerson)
  t.after(() => service.close())
  const app = await startForTest(t, { withoutProvider: true, providerKinds: [registrar(service)] })
  const { data } = await call(`${app.url}/kyc/verify`, { key: app.liveKey, body: specimenForm() })
  await inTransaction(app.appliance.db, (trx) =>
    trx.updateTable('provider_jobs').set({ provider: 'smile-id' }).execute(),
  )
  const ended = await app.finish(String(data.id))
  assert.deepEqual(
    (ended.reasons as { code: string }[]).map(({ code }) => code),
    ['provider_misconfigured'],
  )
})
