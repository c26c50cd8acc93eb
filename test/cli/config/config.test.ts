import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { placeFaceModel } from '../../support/images/face-model.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { install, planInstallation } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'

function confFile(t: Parameters<typeof tempFolder>[0], text: string): string {
  const file = join(tempFolder(t), 'svc.conf')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

function replaceMasterKey(file: string): void {
  rmSync(file)
  createMasterKey(file)
}

describe('svc config show', () => {
  test('shows the value and origin of each setting, and no secret', async (t) => {
    const secret = 'the-key-of-the-partner'
    const file = confFile(
      t,
      `SVC_PORT=8443\nSVC_SMILE_PARTNER_ID=0042\nSVC_SMILE_API_KEY=${secret}\n`,
    )
    const env = { SVC_MARKETS: 'sn' }
    const args = ['config', 'show', '--config', file, '--data-dir', '/srv/svc']
    const { out } = await runSvc([...args, '--json'], { env })
    const { items } = JSON.parse(out) as { items: Record<string, string | null>[] }
    const of = (name: string) => items.find((item) => item.name === name)
    assert.deepEqual(of('SVC_PORT'), { name: 'SVC_PORT', value: '8443', origin: 'conf' })
    assert.deepEqual(of('SVC_MARKETS'), {
      name: 'SVC_MARKETS',
      value: 'SN',
      origin: 'environment',
    })
    assert.equal(of('SVC_DATA_DIR')?.origin, 'flag')
    assert.equal(of('SVC_SMILE_API_KEY')?.value, '••••')
    assert.equal(of('SVC_TLS_CERT_FILE')?.value, null)
    const table = await runSvc(args, { env })
    assert.match(table.out, /^SETTING +VALUE +FROM$/m)
    assert.ok(!`${out}${table.out}`.includes(secret))
  })

  test('refuses settings that cannot be used, every one of them, with status 2', async (t) => {
    const file = confFile(t, 'SVC_PORT=x\nSVC_HOST=0.0.0.0\n')
    const { status, err } = await runSvc(['config', 'show', '--config', file, '--json'])
    assert.equal(status, 2)
    const { code, details } = JSON.parse(err).error
    assert.equal(code, 'invalid_configuration')
    assert.deepEqual(
      details.map((detail: { param: string }) => detail.param),
      ['SVC_PORT', 'SVC_HOST'],
    )
  })
})

describe('svc config check', () => {
  test('finds a good file in order, names it, and notes what is off or not made yet', async (t) => {
    const { svc, configFile, dataDir, masterKeyFile } = planInstallation(t)
    writeFileSync(configFile, `SVC_DATA_DIR=${dataDir}\nSVC_MASTER_KEY_FILE=${masterKeyFile}\n`)
    const { status, out } = await svc(['config', 'check'])
    assert.equal(status, 0)
    assert.ok(out.startsWith(`${configFile}: the settings are in order.\n`), out)
    assert.match(out, /note: There is no master key in .*Run svc init/)
    assert.match(out, /note: Live verifications are off: SVC_SMILE_PARTNER_ID is not set/)
    assert.match(
      out,
      /note: None of SVC_AUDIT_COPY_FILE, .* is set: the audit log is not copied to a second/,
    )
  })

  test('opens the TLS files that the settings name', async (t) => {
    const folder = tempFolder(t)
    writeFileSync(join(folder, 'cert.pem'), 'garbage')
    writeFileSync(join(folder, 'key.pem'), 'garbage', { mode: 0o600 })
    const file = join(folder, 'svc.conf')
    writeFileSync(file, 'SVC_TLS_CERT_FILE=cert.pem\nSVC_TLS_KEY_FILE=key.pem\n')
    const { status, out } = await runSvc(['config', 'check', file])
    assert.equal(status, 3)
    assert.match(out, /SVC_TLS_CERT_FILE names .*cert\.pem, which holds no certificate/)
  })

  test('opens the certificate that is shown to the scoring engine', async (t) => {
    const folder = tempFolder(t)
    writeFileSync(join(folder, 'cert.pem'), 'garbage')
    writeFileSync(join(folder, 'key.pem'), 'garbage', { mode: 0o600 })
    writeFileSync(join(folder, 'token'), 't', { mode: 0o600 })
    const file = join(folder, 'svc.conf')
    const settings = {
      SVC_SCORING_URL: 'https://score.example/v1/score',
      SVC_SCORING_TOKEN_FILE: 'token',
      SVC_SCORING_CLIENT_CERT_FILE: 'cert.pem',
      SVC_SCORING_CLIENT_KEY_FILE: 'key.pem',
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(file, lines.join(''))
    const { status, out } = await runSvc(['config', 'check', file])
    assert.equal(status, 3)
    assert.match(out, /SVC_SCORING_CLIENT_CERT_FILE names .*cert\.pem, which holds no certificate/)
  })

  test('opens the face model and its measurement, which must be of it, as svc serve does', async (t) => {
    const { svc, folder, configFile } = await install(t)
    const { settings } = placeFaceModel(folder)
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(configFile, `${readFileSync(configFile, 'utf8')}\n${lines.join('')}`)
    assert.equal((await svc(['config', 'check'])).status, 0)
    writeFileSync(settings.SVC_FACE_MODEL, 'another model')
    const check = await svc(['config', 'check'])
    assert.equal(check.status, 3)
    assert.match(check.out, /SVC_FACE_MEASUREMENT names .* which is of another model/)
    const start = await svc(['serve', '--port', '0'])
    assert.equal(start.status, 2)
    assert.match(start.err, /SVC_FACE_MEASUREMENT names .* which is of another model/)
  })

  test('reports faults of settings, keys and certificates at once', async (t) => {
    const { svc, masterKeyFile, configFile, folder } = await install(t)
    replaceMasterKey(masterKeyFile)
    writeFileSync(join(folder, 'cert.pem'), 'garbage')
    writeFileSync(join(folder, 'key.pem'), 'garbage', { mode: 0o600 })
    const more = [
      'SVC_PORT=none',
      `SVC_TLS_CERT_FILE=${join(folder, 'cert.pem')}`,
      `SVC_TLS_KEY_FILE=${join(folder, 'key.pem')}`,
      'SVC_BACKUP_TO=s3://',
    ]
    writeFileSync(configFile, `${readFileSync(configFile, 'utf8')}\n${more.join('\n')}\n`)
    const { status, out } = await svc(['config', 'check', '--json'])
    const names = JSON.parse(out).problems.map(({ name }: { readonly name: string }) => name)
    assert.equal(status, 3)
    assert.deepEqual(names.toSorted(), [
      'SVC_BACKUP_TO',
      'SVC_MASTER_KEY_FILE',
      'SVC_PORT',
      'SVC_TLS_CERT_FILE',
    ])
  })

  const keyFaults: readonly (readonly [
    name: string,
    spoil: (file: string) => void,
    said: RegExp,
  ])[] = [
    ['is missing beside a database', (file) => rmSync(file), /is missing\. Restore it/],
    ['is open to others', (file) => chmodSync(file, 0o644), /can be read by other users/],
    ['is that of another installation', replaceMasterKey, /this database belongs to [0-9a-f]{16}/],
    ['is malformed', (file) => writeFileSync(file, 'no key'), /is not a master key/],
  ]
  for (const [name, spoil, said] of keyFaults) {
    test(`takes a master key that ${name} for a problem`, async (t) => {
      const { svc, masterKeyFile } = await install(t)
      assert.equal((await svc(['config', 'check'])).status, 0)
      spoil(masterKeyFile)
      const { status, out } = await svc(['config', 'check', '--json'])
      const { problems } = JSON.parse(out)
      assert.deepEqual([status, problems.length, problems[0].name], [3, 1, 'SVC_MASTER_KEY_FILE'])
      assert.match(problems[0].message, said)
    })
  }

  test('reports the master key of another installation with every other problem, and so does the doctor', async (t) => {
    const { svc, masterKeyFile, configFile, folder } = await install(t)
    replaceMasterKey(masterKeyFile)
    const doctor = await svc(['doctor', '--only', 'master_key', '--json'])
    const [{ checks }] = JSON.parse(doctor.out).groups
    assert.deepEqual([doctor.status, checks[0].state, checks[0].code], [3, 'failed', 'differs'])
    const [cert, key] = ['cert', 'key'].map((name) => join(folder, name))
    for (const file of [cert, key]) writeFileSync(String(file), 'nothing', { mode: 0o600 })
    appendFileSync(configFile, `\nSVC_TLS_CERT_FILE=${cert}\nSVC_TLS_KEY_FILE=${key}\n`)
    const { status, out } = await svc(['config', 'check', '--json'])
    const names = JSON.parse(out).problems.map(({ name }: { name: string }) => name)
    assert.equal(status, 3)
    assert.ok(names.includes('SVC_MASTER_KEY_FILE') && names.includes('SVC_TLS_CERT_FILE'), out)
  })

  test('lists what a start would refuse and ends with status 3', async (t) => {
    const file = confFile(t, 'SVC_PORT=x\nSVC_PRT=1\n')
    const { status, out, err } = await runSvc(['config', 'check', file, '--json'])
    assert.deepEqual([status, err], [3, ''])
    const { ok, problems } = JSON.parse(out)
    assert.equal(ok, false)
    assert.deepEqual(problems.map((problem: { name: string }) => problem.name).sort(), [
      'SVC_PORT',
      'SVC_PRT',
    ])
  })

  test('takes a file that is not there for a problem', async (t) => {
    const { status, out } = await runSvc(['config', 'check', join(tempFolder(t), 'none.conf')])
    assert.equal(status, 3)
    assert.match(out, /SVC_CONFIG must be a file that can be read/)
  })
})

describe('svc config reference', () => {
  test('describes every setting once, in text and as JSON', async () => {
    const { out } = await runSvc(['config', 'reference', '--json'])
    const { items } = JSON.parse(out) as { items: { name: string; help: string }[] }
    const text = (await runSvc(['config', 'reference'])).out
    assert.ok(items.length > 20)
    for (const { name, help } of items) {
      assert.equal(text.split(`${name}\n  ${help}\n`).length, 2, name)
    }
  })
})
