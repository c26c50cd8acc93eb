// Slow: runs a dozen commands for each test. flow/erasure/erasure.test.ts erases in the fast lane.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Appliance, openAppliance } from '../../server/appliance.ts'
import { loadConfig } from '../../server/config.ts'
import { silentLog } from '../../server/kernel/log.ts'
import { submitSandboxVerification } from '../../server/verifications/submission/submit-sandbox-verification.ts'
import { type Installation, prepareInstallation } from './installation.ts'

const claims = { idNumber: '1751199000042', firstName: 'Ndèye', lastName: 'Marabout' }
let ids: readonly string[] = []

interface CertificateKey {
  readonly fingerprint: string
}

async function submit(appliance: Appliance, idNumber: string): Promise<string> {
  const submission = {
    country: 'SN',
    idType: 'national_id',
    externalRef: 'planted-reference',
    claims: { ...claims, idNumber },
    scoreRequested: false,
    sandboxOutcome: 'approved',
    sandboxDelaySeconds: 0,
  } as const
  const request = { submission, apiKeyId: 'key_00000000000000000000000000' }
  const { id } = await submitSandboxVerification(appliance, request, async () => {})
  return id
}

/** Three sandbox verifications, the first two of the same person. */
const install = prepareInstallation(async ({ configFile }) => {
  const loaded = loadConfig({ profile: 'appliance', env: {}, configFile })
  const appliance = await openAppliance(loaded, { log: silentLog })
  ids = [
    await submit(appliance, claims.idNumber),
    await submit(appliance, claims.idNumber),
    await submit(appliance, '1990199100042'),
  ]
  await appliance.close()
})

async function open(t: TestContext): Promise<Installation & { readonly id: string }> {
  const installation = await install(t)
  return { ...installation, id: ids[0] ?? '' }
}

describe('svc erase', () => {
  test('erases after the id was repeated, and not before', async (t) => {
    const { svc, json, id, folder } = await open(t)
    const order = ['erase', '--verification', id, '--reason', 'subject_request']
    const unconfirmed = await svc(order)
    assert.equal(unconfirmed.status, 2)
    assert.match(unconfirmed.err, new RegExp(`--confirm=${id}`))
    assert.equal((await svc([...order, '--confirm=ver_other'])).status, 2)
    assert.equal((await svc(['erase', '--verification', id, '--dry-run'])).status, 0)
    assert.deepEqual((await json(['erase', 'list'])).items, [])

    const { status, err } = await svc([...order, `--confirm=${id}`])
    assert.equal(status, 0, err)
    assert.match(err, /Certificate: svc erase certificate/)
    const again = await svc([...order, `--confirm=${id}`])
    assert.deepEqual([again.status, /erased already/.test(again.err)], [6, true])
    const [entry] = (await json(['erase', 'list'])).items as readonly Record<string, unknown>[]
    assert.deepEqual([entry?.verification_id, entry?.by_kind], [id, 'cli'])

    const file = join(folder, 'certificate.json')
    await svc(['erase', 'certificate', id, '--out', file])
    assert.equal((await json(['erase', 'verify', file])).verdict, 'valid')
    const page = await svc(['erase', 'certificate', id, '--page', 'fr'])
    assert.match(page.out, /<html lang="fr">[\s\S]*Certificat d’effacement/)
    assert.equal((await svc(['audit', 'verify'])).status, 0)
    assert.equal((await svc(['verifications', 'get', id])).status, 5)
  })

  test('gives certificates without codes, in three languages, that a published key verifies alone', async (t) => {
    const { svc, json, id, folder } = await open(t)
    const early = (await json(['erase', 'keys', '--create'])).items as readonly CertificateKey[]
    assert.equal(early.length, 1)
    assert.deepEqual((await json(['erase', 'keys', '--create'])).items, early)
    const keys = join(folder, 'keys.pem')
    await svc(['erase', 'keys', '--out', keys])
    await svc(['erase', '--verification', id, '--reason', 'subject_request', `--confirm=${id}`])
    const file = join(folder, 'certificate.json')
    await svc(['erase', 'certificate', id, '--out', file])
    for (const [language, words] of [
      ['en', /Approved[\s\S]*administrator of the server[\s\S]*identity data/],
      ['fr', /Sénégal[\s\S]*Approuvée[\s\S]*administrateur du serveur[\s\S]*données d’identité/],
      [
        'ar',
        /dir="rtl"[\s\S]*السنغال[\s\S]*مقبولة[\s\S]*لا نص: [\s\S]*مدير الخادم[\s\S]*بيانات الهوية/,
      ],
    ] as const) {
      const { out } = await svc(['erase', 'certificate', id, '--page', language])
      assert.match(out, words)
      assert.ok(out.includes(String(early[0]?.fingerprint)), language)
      const cells = [...out.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text)
      const codes = cells.filter((text) =>
        /^[a-z]+(?:_[a-z]+)+$|^(?:approved|cli|claims|sandbox)$/.test(text ?? ''),
      )
      assert.deepEqual(codes, [], language)
    }
    // Another folder without an installation.
    const away = ['--data-dir', join(folder, 'nothing')]
    const alone = await svc(['erase', 'verify', file, '--key', keys, ...away, '--json'])
    assert.equal(alone.status, 0, alone.err)
    assert.deepEqual(JSON.parse(alone.out).verdict, 'valid')
    assert.equal(JSON.parse(alone.out).key_fingerprint, early[0]?.fingerprint)
    const { publicKey } = generateKeyPairSync('ed25519')
    const other = join(folder, 'other.pem')
    writeFileSync(other, publicKey.export({ format: 'pem', type: 'spki' }))
    const foreign = await svc(['erase', 'verify', file, '--key', other])
    assert.deepEqual([foreign.status, /another key/.test(foreign.err)], [3, true])
    writeFileSync(file, readFileSync(file, 'utf8').replace('subject_request', 'period_over'))
    assert.equal((await svc(['erase', 'verify', file, '--key', keys])).status, 3)
    assert.equal((await svc(['erase', 'verify', file, '--key', file])).status, 2)
    const [made] = (await json(['audit', 'list', '--action', 'encryption.certificate_key_created']))
      .items as readonly { readonly details: Record<string, unknown> }[]
    assert.equal(made?.details.hash, early[0]?.fingerprint)
  })

  test('names reasons that it knows, and an id that nobody has', async (t) => {
    const { svc, id } = await open(t)
    const wrong = await svc(['erase', '--verification', id, '--reason', 'because'])
    assert.deepEqual([wrong.status, /subject_request/.test(wrong.err)], [2, true])
    const unknown = ['erase', '--verification', 'ver_00000000000000000000000000', '--dry-run']
    assert.equal((await svc(unknown)).status, 5)
  })
})

describe('svc hold', () => {
  test('keeps a verification until it is released', async (t) => {
    const { svc, json, id } = await open(t)
    const set = ['hold', 'set', '--verification', id, '--reason', 'dispute', '--reference', 'D-7']
    const hold = await json(set)
    const erase = ['erase', '--verification', id, '--reason', 'test_data', `--confirm=${id}`]
    const held = await svc(erase)
    assert.equal(held.status, 6)
    assert.match(held.err, /A legal hold is on it\..*\(svc hold release/)
    const explained = await svc(['retention', 'explain', id])
    assert.match(explained.out, /Not now: A legal hold is on it\..*\(svc hold release/)
    const [listed] = (await json(['hold', 'list'])).items as readonly Record<string, unknown>[]
    assert.deepEqual([listed?.id, listed?.reference], [hold.id, 'D-7'])
    const release = ['hold', 'release', String(hold.id)]
    const asked = await svc(release)
    assert.equal(asked.status, 2)
    assert.match(asked.err, new RegExp(`Release ${hold.id} \\(dispute, ${id}\\)\\?`))
    assert.equal((await svc([...release, '--yes'])).status, 0)
    assert.match((await svc(release)).err, /released already/)
    const unknown = await svc(['hold', 'release', 'hld_00000000000000000000000000'])
    assert.deepEqual([unknown.status, /No legal hold has this id/.test(unknown.err)], [5, true])
    assert.equal((await svc(erase)).status, 0)
    assert.equal((await svc(set)).status, 6, 'an erased one cannot be held')
  })

  test('takes file numbers and future days only', async (t) => {
    const { svc, id } = await open(t)
    const set = ['hold', 'set', '--verification', id, '--reason', 'audit']
    assert.equal((await svc([...set, '--reference', 'Ndèye Marabout'])).status, 2)
    assert.equal((await svc([...set, '--until', '2020-01-01'])).status, 2)
    assert.equal((await svc([...set, '--until', 'soon'])).status, 2)
  })
})

describe('svc retention', () => {
  test('shows the floors, explains one verification and runs', async (t) => {
    const { svc, json, id } = await open(t)
    const { items } = await json(['retention', 'show'])
    assert.equal((items as readonly unknown[]).length, 16)
    assert.match((await svc(['retention', 'show'])).out, /SN +client +10y/)
    const explained = await json(['retention', 'explain', id])
    assert.deepEqual([explained.kind, explained.blocks], ['sandbox', []])
    assert.match((await svc(['retention', 'explain', id])).out, /may be erased now/)
    assert.equal((await svc(['retention', 'run', '--dry-run'])).status, 0)
    assert.equal((await json(['retention', 'run', '--yes'])).erased, 0, 'no period is set')
    const end = ['retention', 'end', '--verification', id, '--on', '2026-01-01']
    assert.equal((await svc(end)).status, 6, 'a sandbox verification begins no relationship')
  })
})

describe('svc export subject', () => {
  test('writes all verifications of the person, for the owner of the files alone', async (t) => {
    const { svc, json, id, folder } = await open(t)
    const to = join(folder, 'subject')
    const exported = await json(['export', 'subject', '--verification', id, '--to', to])
    assert.equal(exported.verifications, 2)
    const text = readFileSync(join(to, 'data.json'), 'utf8')
    const { verifications } = JSON.parse(text)
    assert.deepEqual(
      verifications.map((one: { readonly id: string }) => one.id),
      ids.slice(0, 2),
    )
    assert.equal(verifications[0].claims.lastName, 'Marabout')
    const page = readFileSync(join(to, 'index.html'), 'utf8')
    assert.match(page, /<article lang="ar" dir="rtl">/)
    assert.match(page, /Ndèye/)
    for (const part of ['', 'images']) assert.equal(statSync(join(to, part)).mode & 0o777, 0o700)
    for (const file of ['data.json', 'index.html']) {
      assert.equal(statSync(join(to, file)).mode & 0o777, 0o600)
    }
    const [entry] = (await json(['audit', 'list', '--action', 'verification.exported']))
      .items as readonly { readonly details: Record<string, unknown> }[]
    assert.deepEqual([entry?.details.count, entry?.details.hash], [2, exported.sha256])
    assert.equal((await svc(['export', 'subject', '--verification', id, '--to', to])).status, 6)
    assert.ok(existsSync(to))
  })

  test('into a folder that cannot be made is not recorded', async (t) => {
    const { svc, json, id, folder } = await open(t)
    const to = join(folder, 'missing', 'subject')
    assert.equal((await svc(['export', 'subject', '--verification', id, '--to', to])).status, 2)
    assert.deepEqual((await json(['export', 'list', '--all'])).items, [])
    const audit = await json(['audit', 'list', '--action', 'verification.exported'])
    assert.deepEqual(audit.items, [])
  })

  test('is on record until it was handed over and deleted', async (t) => {
    const { svc, json, id, folder } = await open(t)
    const to = join(folder, 'answer')
    const exported = String(
      (await json(['export', 'subject', '--verification', id, '--to', to])).id,
    )
    const wrong = await svc(['export', 'handed-over', exported, '--to', 'Awa Ndiaye'])
    assert.deepEqual([wrong.status, /never a name/.test(wrong.err)], [2, true])
    await json(['export', 'handed-over', exported, '--to', 'request-118'])
    const [listed] = (await json(['export', 'list'])).items as readonly Record<string, unknown>[]
    assert.deepEqual(
      [listed?.id, listed?.recipient, listed?.deleted_at],
      [exported, 'request-118', null],
    )
    assert.match((await svc(['export', 'list'])).out, /request-118/)
    await json(['export', 'deleted', exported])
    assert.deepEqual((await json(['export', 'list'])).items, [])
    assert.equal((await svc(['export', 'deleted', exported])).status, 6)
    assert.equal((await svc(['export', 'deleted', 'exp_1'])).status, 5)
    const all = (await json(['export', 'list', '--all'])).items as readonly unknown[]
    assert.equal(all.length, 1)
    const entries = (await json(['audit', 'list'])).items as readonly { readonly action: string }[]
    const actions = entries.map(({ action }) => action)
    assert.ok(actions.includes('verification.export_handed_over'))
    assert.ok(actions.includes('verification.export_deleted'))
  })
})
