import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../../scripts/bench/free-port.ts'
import { openAppliance } from '../../../server/appliance.ts'
import { listAuditEntries } from '../../../server/audit/audit-view.ts'
import { loadConfig } from '../../../server/config.ts'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import type { Reader } from '../../../server/db/transaction.ts'
import { silentLog } from '../../../server/kernel/log.ts'
import { recordSettings } from '../../../server/operations/record-settings.ts'
import { serve } from '../../../server/serve.ts'
import { settingRows } from '../../../server/settings/setting-rows.ts'
import { type SettingInForce, settingsInForce } from '../../../server/settings/settings-in-force.ts'
import { keyring, openAuditLog } from '../../support/audit-log.ts'
import { tempFolder } from '../../support/temp-folder.ts'

async function changesIn(reader: Reader) {
  const page = { limit: 50, after: undefined }
  const entries = await listAuditEntries(reader, { action: 'settings.changed' }, page)
  return entries.toReversed()
}

const namesIn = async (reader: Reader) =>
  (await changesIn(reader)).map(({ details }) => details.changed)

/** Starts and stops a server on one and the same folder. Returns what the audit log and the database have then. */
async function openStarts(t: TestContext) {
  const folder = tempFolder(t)
  createMasterKey(`${folder}/master.key`)
  const standard = {
    SVC_DATA_DIR: `${folder}/data`,
    SVC_MASTER_KEY_FILE: `${folder}/master.key`,
    SVC_PORT: String(await freePort()),
  }
  return async (env: Readonly<Record<string, string>>) => {
    const loaded = loadConfig({
      profile: 'appliance',
      env: { ...standard, ...env },
      productDir: folder,
    })
    const appliance = await openAppliance(loaded, { log: silentLog })
    const server = await serve(appliance, { runsSchedule: false })
    const { reader } = appliance.db
    const entries = await changesIn(reader)
    const kept = await reader.selectFrom('setting_digests').selectAll().execute()
    await server.stop()
    return { entries, changed: entries.map(({ details }) => details.changed), kept }
  }
}

test('a start with other settings than the last one’s is in the audit log, which names them and no value', async (t) => {
  const start = await openStarts(t)
  const secretFile = `${tempFolder(t)}/webhook-secret`
  const withSecret = (secret: string) => {
    writeFileSync(secretFile, secret, { mode: 0o600 })
    return { SVC_WEBHOOK_SECRET_FILE: secretFile }
  }
  const secrets = [`whsec_${'a'.repeat(43)}`, `whsec_${'b'.repeat(43)}`] as const
  const first = await start(withSecret(secrets[0]))
  assert.deepEqual(first.changed, [], 'the first has nothing to differ from')
  assert.equal(first.kept.length, settingRows.length)
  assert.deepEqual((await start(withSecret(secrets[0]))).changed, [])

  const other = { SVC_REVIEW_FOUR_EYES: 'never', SVC_SESSION_IDLE: '14m' }
  const changed = await start({ ...withSecret(secrets[0]), ...other })
  assert.deepEqual(changed.changed, [['SVC_SESSION_IDLE', 'SVC_REVIEW_FOUR_EYES']])
  const [entry] = changed.entries
  assert.deepEqual([entry?.actor.kind, entry?.outcome, entry?.details.count], ['system', 'done', 2])

  const renewed = await start({ ...withSecret(secrets[1]), ...other })
  assert.deepEqual(renewed.changed.at(-1), ['SVC_WEBHOOK_SECRET'], 'a secret behind the same file')
  const back = await start(withSecret(secrets[1]))
  assert.deepEqual(back.changed.at(-1), ['SVC_SESSION_IDLE', 'SVC_REVIEW_FOUR_EYES'])
  assert.equal(back.entries.length, 3)
  const written = JSON.stringify(back)
  for (const value of [...secrets, '14m', secretFile]) assert.ok(!written.includes(value), value)
  for (const { digest } of back.kept) assert.match(digest, /^[0-9a-f]{64}$/)
  assert.equal(new Set(back.kept.map(({ digest }) => digest)).size, back.kept.length)
})

const of = (name: string, value?: string, isGiven = value !== undefined): SettingInForce => ({
  name,
  value,
  isGiven,
})
const was = [of('SVC_PORT', '8080'), of('SVC_CONSOLE_HOST')]

test('of nodes that start at once with the same new settings, one writes it down', async (t) => {
  const { db, clock } = await openAuditLog(t)
  const needs = { db, clock, keyring }
  await recordSettings(needs, was)
  const now = [of('SVC_PORT', '8081'), of('SVC_CONSOLE_HOST', '')]
  const found = await Promise.all(Array.from({ length: 5 }, () => recordSettings(needs, now)))
  assert.equal(found.filter((names) => names.length > 0).length, 1)
  assert.deepEqual(await namesIn(db.reader), [['SVC_PORT', 'SVC_CONSOLE_HOST']])
})

test('what comes with a release or goes with it is no change, what somebody sets of it is', async (t) => {
  const { db, clock } = await openAuditLog(t)
  const needs = { db, clock, keyring }
  await recordSettings(needs, was)
  await recordSettings(needs, [...was, of('SVC_NEW', 'its default', false)])
  await recordSettings(needs, was)
  assert.deepEqual(await namesIn(db.reader), [])
  assert.deepEqual(await recordSettings(needs, [...was, of('SVC_NEW', 'set')]), ['SVC_NEW'])
})

test('where the entry cannot be written, the next start finds the same settings new', async (t) => {
  const { db, clock } = await openAuditLog(t)
  await recordSettings({ db, clock, keyring }, was)
  const now = [of('SVC_PORT', '8081'), of('SVC_CONSOLE_HOST')]
  const macHex: typeof keyring.macHex = (purpose, text) => {
    if (purpose === 'audit') throw new Error('no key')
    return keyring.macHex(purpose, text)
  }
  const broken = { db, clock, keyring: { keyId: keyring.keyId, macHex } }
  await assert.rejects(recordSettings(broken, now), /no key/)
  assert.deepEqual(await recordSettings({ db, clock, keyring }, now), ['SVC_PORT'])
})

test('every secret is compared by what it is, and not by its mask', () => {
  const effective = settingRows.map(({ name, secret }) => ({
    name,
    value: secret ? '••••' : 'shown',
    origin: 'conf' as const,
  }))
  const secrets = {
    smileApiKey: 's1',
    scoringToken: 's2',
    webhookSecret: 's3',
    apiKey: 's4',
    auditWebhookSecret: 's5',
    imagesS3SecretKey: 's12',
    backupS3SecretKey: 's6',
    oidcClientSecret: 's7',
    logWebhookSecret: 's8',
    otlpToken: 's9',
    databaseUrl: 's10',
    databaseOwnerUrl: 's11',
  }
  const values = settingsInForce(effective, secrets).map(({ value }) => value)
  assert.ok(!values.includes('••••'))
  assert.deepEqual(values.filter((value) => value !== 'shown').toSorted(), [
    's1',
    's10',
    's11',
    's12',
    's2',
    's3',
    's4',
    's5',
    's6',
    's7',
    's8',
    's9',
  ])
})
