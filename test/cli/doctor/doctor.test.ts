// Slow: makes the checks of an installation again and again. Single ones are in the fast lane (unit/doctor).

import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createMasterKey } from '../../../server/crypto/master-key.ts'
import { holdServerLock, serverLockFile } from '../../../server/db/server-lock.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import type { DoctorCheckName } from '../../../server/doctor/check-names.ts'
import { type Installation, install, planInstallation } from '../installation.ts'
import type { RunInput } from '../memory-shell.ts'

interface Told {
  readonly name: string
  readonly state: string
  readonly code: string
  readonly values: Readonly<Record<string, unknown>>
  readonly items: readonly string[]
  readonly finding: string
  readonly advice: string | null
}

interface Document {
  readonly ok: boolean
  readonly state: string
  readonly repaired?: readonly string[]
  readonly groups: readonly {
    readonly group: string
    readonly state: string
    readonly checks: readonly Told[]
  }[]
}

/** The user who runs the tests owns the files, whoever that is. */
const userId = process.geteuid?.() ?? 1000

async function examine(
  { svc }: Pick<Installation, 'svc'>,
  args: readonly string[] = [],
  input: RunInput = {},
) {
  const { status, out, err } = await svc(['doctor', '--json', ...args], { userId, ...input })
  const document: Document = JSON.parse(out)
  const checks = document.groups.flatMap((group) => group.checks)
  const check = (name: DoctorCheckName) => {
    const found = checks.find((one) => one.name === name)
    assert.ok(found, `${name} was not made`)
    return found
  }
  const codesOf = (...names: readonly DoctorCheckName[]) => names.map((name) => check(name).code)
  return { status, err, document, checks, check, codesOf }
}

function hold(t: TestContext, { dataDir }: Installation): void {
  const lock = holdServerLock(serverLockFile(dataDir))
  lock.writeHolder({ url: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' })
  t.after(() => lock.release())
}

/** What depends on the machine of the tests. */
const ofMachine = ['processor', 'memory', 'free_space', 'file_system', 'sync_time']
  .concat(['time_source', 'swap', 'core_dumps', 'open_files', 'user'])
  .join(',')

/** The first test makes every check, which loads a model and starts programs. */
const only = (...checks: readonly DoctorCheckName[]) => ['--only', checks.join()]

test('svc doctor makes every check of a new installation, and throws in none', async (t) => {
  const installation = await install(t)
  // A command in a process of its own sets the umask.
  chmodSync(serverLockFile(installation.dataDir), 0o600)
  const { checks, status, document } = await examine(installation, ['--skip', ofMachine])
  const odd = checks.filter(({ code }) => code === 'crashed' || code.startsWith('needs_'))
  assert.deepEqual(odd, [])
  const findings = checks.filter(({ state }) => state === 'failed' || state === 'warning')
  assert.deepEqual(
    findings.map(({ name, code }) => [name, code]),
    [
      ['retention_periods', 'none'],
      ['key_escrow', 'never'],
      ['administrators', 'none'],
      ['reviewers', 'none'],
    ],
  )
  assert.deepEqual([status, document.ok, document.state], [3, false, 'warning'])
  assert.deepEqual(
    document.groups
      .filter(({ state }) => state === 'warning')
      .map(({ group }) => group)
      .toSorted(),
    ['access', 'config', 'keys'],
  )
})

test('svc doctor exits 0 without a finding, and names groups, states and advice', async (t) => {
  const { svc } = await install(t)
  const args = ['doctor', '--only', 'database,keys,backup', '--skip', 'key_escrow']
  const { status, out, err } = await svc(args, { userId })
  assert.deepEqual([status, err], [0, ''])
  assert.match(out, /^Keys: ok$/m)
  assert.match(out, /^ {2}ok {11}Database schema: Version \d+, as this release expects it\.$/m)
  assert.match(out, /^ {2}not set up {3}Backup: .*\n {15}Set SVC_BACKUP_TO/m)
  assert.match(out, /\n\n15 checks: 0 failed, 0 with a warning, 3 not set up, /)
  assert.doesNotMatch(out, /\x1b/, 'no colour in a pipe')
  const onTerminal = await svc(['doctor', '--only', 'database'], { userId, columns: 100 })
  assert.match(onTerminal.out, /\x1b\[32mok/)
})

test('svc doctor checks the process of a server that runs', async (t) => {
  const installation = await install(t)
  const idle = await examine(installation, ['--only', 'host,process'])
  assert.deepEqual(idle.codesOf('single_server', 'open_files'), ['not_running', 'no_server'])
  hold(t, installation)
  const { check } = await examine(installation, ['--only', 'host,process'])
  assert.deepEqual(check('single_server').values, { pid: process.pid })
  assert.notEqual(check('open_files').code, 'no_server')
})

test('svc doctor takes no server that was killed for one that runs', async (t) => {
  const installation = await install(t)
  const file = `${serverLockFile(installation.dataDir)}.json`
  writeFileSync(file, JSON.stringify({ pid: process.pid }))
  const { codesOf } = await examine(installation, ['--only', 'process'])
  assert.deepEqual(codesOf('single_server', 'user'), ['not_running', 'no_server'])
})

test('svc doctor says which settings are wrong, and which checks it could not make', async (t) => {
  const installation = await install(t)
  writeFileSync(installation.configFile, 'SVC_PORT=many\nSVC_PROT=1\n')
  const checks = only('settings', 'free_space', 'pragmas', 'memory')
  const { status, check, codesOf } = await examine(installation, checks)
  assert.equal(status, 3)
  const { state, items } = check('settings')
  assert.equal(state, 'failed')
  assert.match(items.join('\n'), /SVC_PORT must be.*\n?.*SVC_PROT|SVC_PROT.*\n?.*SVC_PORT must be/s)
  assert.deepEqual(codesOf('free_space', 'pragmas', 'memory'), [
    'needs_settings',
    'needs_settings',
    'needs_settings',
  ])
})

test('svc doctor works without a database and makes none', async (t) => {
  const plan = planInstallation(t)
  const env = { SVC_DATA_DIR: plan.dataDir, SVC_MASTER_KEY_FILE: plan.masterKeyFile }
  writeFileSync(plan.configFile, '', { mode: 0o600 })
  const ofDatabase = ['database_file', 'data_folder', 'schema', 'jobs', 'data_keys'] as const
  const { status, codesOf } = await examine(plan, only('master_key', ...ofDatabase), { env })
  assert.equal(status, 3)
  const found = codesOf('database_file', 'data_folder', 'master_key')
  assert.deepEqual(found, ['missing', 'missing', 'unreadable'])
  assert.deepEqual(codesOf('schema', 'jobs', 'data_keys'), [
    'needs_database',
    'needs_database',
    'needs_database',
  ])
  assert.equal(existsSync(plan.dataDir), false)
})

test('svc doctor names a wrong master key, and checks what needs none', async (t) => {
  const installation = await install(t)
  rmSync(installation.masterKeyFile)
  createMasterKey(installation.masterKeyFile)
  const checks = only('master_key', 'data_keys', 'audit_chain', 'jobs')
  const { status, check, codesOf } = await examine(installation, checks)
  assert.equal(status, 3)
  const { code, values } = check('master_key')
  assert.equal(code, 'differs')
  assert.notEqual(values.fingerprint, values.expected)
  assert.deepEqual(codesOf('data_keys', 'audit_chain'), ['needs_keys', 'needs_keys'])
  assert.equal(check('jobs').state, 'well')
})

test('svc doctor finds damage, foreign schemas and files that are no database', async (t) => {
  const installation = await install(t)
  const file = join(installation.dataDir, 'svc.db')
  const connection = openConnection(file)
  connection.exec('create table of_somebody_else (id integer) strict')
  connection.close()
  const changed = await examine(installation, ['--only', 'database,queues'])
  assert.deepEqual(changed.codesOf('schema', 'integrity', 'jobs'), [
    'differs',
    'well',
    'needs_tables',
  ])
  const bytes = readFileSync(file)
  bytes.fill(7, 4096 * 3, 4096 * 5)
  writeFileSync(file, bytes)
  const { check } = await examine(installation, ['--only', 'integrity'])
  assert.deepEqual([check('integrity').state, check('integrity').code], ['failed', 'damaged'])
  writeFileSync(file, 'this is no database, but long enough to be read as one. '.repeat(100))
  const text = await examine(installation, ['--only', 'database'])
  assert.deepEqual(text.codesOf('database_file', 'integrity'), ['damaged', 'needs_database'])
})

test('svc doctor says that staff decide, where the settings have them do so', async (t) => {
  const installation = await install(t)
  const { check } = await examine(installation, only('provider'), {
    env: { SVC_PROVIDER: 'local' },
  })
  assert.deepEqual([check('provider').state, check('provider').code], ['well', 'staff'])
})

test('svc doctor finds secrets in the environment without showing them', async (t) => {
  const secret = 'a-token-that-nobody-may-read'
  const env = { SVC_SCORING_URL: 'https://127.0.0.1:9/v1', SVC_SCORING_TOKEN: secret }
  const installation = await install(t)
  const bundle = join(installation.folder, 'support.json')
  const checks = [...only('environment_secrets', 'outbound_hosts'), '--bundle', bundle]
  const { check, document, err } = await examine(installation, checks, { env })
  assert.deepEqual(check('environment_secrets').items, ['SVC_SCORING_TOKEN'])
  assert.deepEqual(check('outbound_hosts').items, ['127.0.0.1:9 (SVC_SCORING_URL)'])
  assert.ok(!JSON.stringify(document).includes(secret))
  assert.match(
    err,
    /Writing .*support\.json, which will have:\n {2}doctor .*\n {2}settings {2}\d+ settings .*masked/,
  )
  const written = readFileSync(bundle, 'utf8')
  assert.ok(!written.includes(secret))
  assert.equal(statSync(bundle).mode & 0o777, 0o600)
  const { doctor, settings } = JSON.parse(written)
  assert.deepEqual(doctor, document)
  assert.ok(settings.some(({ name }: { name: string }) => name === 'SVC_PORT'))
  const again = await installation.svc(['doctor', '--only', 'config', '--bundle', bundle], { env })
  assert.deepEqual([again.status, again.out], [6, ''])
  assert.match(again.err, /exists already\. Name another file/)
})

test('svc doctor refuses names that it does not know, and a choice without a check', async (t) => {
  const { svc } = await install(t)
  const { status, err } = await svc(['doctor', '--only', 'disk,diks'])
  assert.equal(status, 2)
  assert.match(err, /no check or group diks\. The groups: host, disk,/)
  assert.equal((await svc(['doctor', '--only', 'disk', '--skip', 'disk'])).status, 2)
})

test('--fix-safe repairs modes, folders, statistics and leftovers, and says so', async (t) => {
  const installation = await install(t)
  const { dataDir, masterKeyFile, configFile, folder } = installation
  const staging = join(dataDir, 'staging')
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  writeFileSync(join(staging, 'left'), 'x')
  rmSync(join(dataDir, 'images'), { recursive: true, force: true })
  chmodSync(dataDir, 0o755)
  chmodSync(masterKeyFile, 0o640)
  chmodSync(configFile, 0o666)
  chmodSync(folder, 0o777)
  const before = await examine(installation, ['--only', 'paths,master_key'])
  assert.deepEqual(before.codesOf('paths', 'master_key'), ['unsafe', 'unreadable'])
  assert.ok(before.check('paths').items.includes(`chmod go-rx ${dataDir}`))
  const fixed = await examine(installation, ['--only', 'paths,master_key', '--fix-safe'])
  const { repaired = [] } = fixed.document
  const said = repaired.join('\n')
  for (const what of [
    `chmod go-rx ${dataDir}`,
    `chmod g-r ${masterKeyFile}`,
    `chmod go-w ${configFile}`,
  ]) {
    assert.ok(said.includes(`Repaired: ${what}`), what)
  }
  assert.match(said, /made the folder .*images/)
  assert.match(said, /deleted 1 leftover of interrupted uploads/)
  assert.match(said, /renewed the statistics/)
  assert.ok(fixed.err.includes(said))
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.equal(statSync(masterKeyFile).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(staging), [])
  assert.equal(fixed.check('master_key').code, 'well')
  // The folder above is not the installation's: it is only reported.
  assert.equal(statSync(folder).mode & 0o777, 0o777)
  assert.deepEqual(fixed.check('paths').items, [`chmod o-w ${folder}`])
})

test('--fix-safe leaves uploads of a running server and folders without an installation alone', async (t) => {
  const installation = await install(t)
  const staging = join(installation.dataDir, 'staging')
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  writeFileSync(join(staging, 'upload'), 'x')
  hold(t, installation)
  const { document } = await examine(installation, ['--only', 'paths', '--fix-safe'])
  assert.doesNotMatch((document.repaired ?? []).join(), /leftover/)
  assert.deepEqual(readdirSync(staging), ['upload'])
  const plan = planInstallation(t)
  mkdirSync(plan.dataDir, { mode: 0o755 })
  writeFileSync(plan.configFile, '', { mode: 0o600 })
  const env = { SVC_DATA_DIR: plan.dataDir, SVC_MASTER_KEY_FILE: plan.masterKeyFile }
  const none = await examine(plan, ['--only', 'paths', '--fix-safe'], { env })
  assert.deepEqual(none.document.repaired, [])
  assert.deepEqual(readdirSync(plan.dataDir), [])
})
