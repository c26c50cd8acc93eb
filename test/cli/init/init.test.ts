import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '../../support/temp-folder.ts'
import { install, planInstallation } from '../installation.ts'
import { runSvc } from '../memory-shell.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('svc init', () => {
  test('makes settings, master key, data folder and database, for its user alone', async (t) => {
    const plan = planInstallation(t)
    const { status, out, err } = await plan.init()
    assert.equal(status, 0, err)
    const { dataDir, masterKeyFile, configFile } = plan
    assert.deepEqual([dataDir, masterKeyFile, configFile, join(dataDir, 'svc.db')].map(modeOf), [
      '700',
      '600',
      '600',
      '600',
    ])
    for (const path of [dataDir, masterKeyFile, configFile]) assert.ok(out.includes(path))
    assert.match(out, /fingerprint of the master key: [0-9a-f]{16}\n/)
    assert.match(err, /Copy the master key to a safe place now/)
    assert.match(err, new RegExp(`\n {5}svc serve --config ${configFile}\n`))
  })

  test('names the command that starts the server here', async (t) => {
    const { svc, dataDir, masterKeyFile } = planInstallation(t)
    const paths = ['--data-dir', dataDir, '--master-key-file', masterKeyFile]
    const start = 'systemctl enable --now svc'
    const { status, err } = await svc(['init', ...paths, '--start-command', start])
    assert.equal(status, 0, err)
    assert.match(err, /\n {5}systemctl enable --now svc\n2\. /)
    assert.doesNotMatch(err, /svc serve/)
  })

  test('says where the console will be, and lets the first administrator in for half an hour', async (t) => {
    const plan = planInstallation(t)
    const { out, err } = await plan.init()
    assert.match(err, /listens on 127\.0\.0\.1, port 8080; the console will be\n/)
    assert.match(err, /\n +at http:\/\/127\.0\.0\.1:8080\/console\n/)
    assert.match(
      err,
      /for 30 minutes\n +\(until \d\d:\d\d UTC\):\n +http:\S+\/console\/set-up#[\w-]{43}\n/,
    )
    assert.doesNotMatch(out, /set-up/, 'on the terminal alone')
    const another = `svc users setup-link --config ${plan.configFile}\n`
    assert.ok(err.includes(another))
    const again = await plan.svc(['init'])
    assert.ok(again.err.endsWith(another), 'the second time, too')
    assert.doesNotMatch(again.err, /set-up#/, 'the link is shown once')
    const wide = err.split('\n').filter((line) => line.length > 80 && !/--config|http/.test(line))
    assert.deepEqual(wide, [])
  })

  test('writes down what it was told, so that every other command finds it', async (t) => {
    const { json, dataDir, masterKeyFile } = await install(t)
    const { items } = await json(['config', 'show'])
    const shown = items as { name: string; value: string; origin: string }[]
    const found = shown.filter(({ name }) => /DATA_DIR|MASTER_KEY_FILE/.test(name))
    assert.deepEqual(found, [
      { name: 'SVC_DATA_DIR', value: dataDir, origin: 'conf' },
      { name: 'SVC_MASTER_KEY_FILE', value: masterKeyFile, origin: 'conf' },
    ])
  })

  test('explains every setting in svc.conf, with its default, switched off', async (t) => {
    const { configFile, json } = await install(t)
    const text = readFileSync(configFile, 'utf8')
    const { items } = await json(['config', 'reference'])
    for (const { name, help } of items as { name: string; help: string }[]) {
      if (name !== 'SVC_CONFIG') assert.ok(text.includes(`# ${help}\n`), name)
    }
    assert.match(text, /^#SVC_PORT=8080$/m)
    assert.match(text, /^#SVC_SMILE_API_KEY_FILE=$/m)
  })

  test('leaves everything as it is the second time and says so', async (t) => {
    const { svc, dataDir, masterKeyFile, configFile } = await install(t)
    const read = () => [masterKeyFile, configFile].map((file) => readFileSync(file, 'utf8'))
    const before = [read(), readdirSync(dataDir)]
    const { status, out, err } = await svc(['init'])
    assert.equal(status, 0)
    assert.doesNotMatch(out, /made/)
    assert.match(err, /nothing was changed/)
    assert.deepEqual([read(), readdirSync(dataDir)], before)
    const again = JSON.parse((await svc(['init', '--json'])).out)
    assert.deepEqual(again.created, [])
    assert.equal(again.master_key_file, masterKeyFile)
  })

  test('never makes a new master key beside a database', async (t) => {
    const { svc, masterKeyFile } = await install(t)
    rmSync(masterKeyFile)
    const { status, err } = await svc(['init', '--json'])
    assert.equal(status, 6)
    const { error } = JSON.parse(err)
    assert.equal(error.code, 'precondition_failed')
    assert.match(error.message, /escrow copy/)
    assert.ok(!existsSync(masterKeyFile))
  })

  test('refuses the master key of another installation', async (t) => {
    const { svc, masterKeyFile } = await install(t)
    const other = planInstallation(t)
    await other.init()
    writeFileSync(masterKeyFile, readFileSync(other.masterKeyFile))
    const { status, err } = await svc(['init', '--json'])
    assert.deepEqual([status, JSON.parse(err).error.code], [6, 'master_key_unusable'])
  })

  test('makes nothing at all when a setting is wrong', async (t) => {
    const { svc, folder } = planInstallation(t)
    const { status, err } = await svc(['init'], { env: { SVC_PORT: 'many', SVC_PRT: '1' } })
    assert.equal(status, 2)
    assert.match(err, /SVC_PRT is not a setting; did you mean SVC_PORT\?/)
    assert.match(err, /SVC_PORT must be a whole number/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('says what to add to svc.conf when it was there and knows nothing of the folder', async (t) => {
    const { svc, configFile, dataDir } = planInstallation(t)
    writeFileSync(configFile, '')
    const { err } = await svc([
      'init',
      '--data-dir',
      dataDir,
      '--master-key-file',
      `${dataDir}.key`,
    ])
    assert.ok(err.includes(`Add to ${configFile}:\n  SVC_DATA_DIR=${dataDir}\n`))
    assert.ok(err.includes(`Add to ${configFile}:\n  SVC_MASTER_KEY_FILE=${dataDir}.key\n`))
    assert.equal(readFileSync(configFile, 'utf8'), '')
  })

  test('leaves what concerns the demo alone out of svc.conf, which the demo never reads', async (t) => {
    const { configFile } = await install(t)
    const text = readFileSync(configFile, 'utf8')
    assert.doesNotMatch(text, /demo/)
  })

  test('names the place in what is to be typed next, quoted for the shell', async (t) => {
    const folder = tempFolder(t)
    const configFile = join(folder, 'my bank.conf')
    const key = ['--master-key-file', join(folder, 'k/master.key')]
    const args = ['init', '--config', configFile, '--data-dir', join(folder, 'data'), ...key]
    const { err } = await runSvc(args)
    assert.ok(err.includes(`\n     svc serve --config '${configFile}'\n`), err)
    assert.ok(err.includes(`svc users setup-link --config '${configFile}'\n`), err)
  })

  test('warns of a master key in the data folder', async (t) => {
    const { svc, dataDir } = planInstallation(t)
    const masterKeyFile = join(dataDir, 'master.key')
    const args = ['init', '--data-dir', dataDir, '--master-key-file', masterKeyFile]
    assert.match((await svc(args)).err, /The master key is in the data folder/)
  })

  test('prints a systemd unit for settings that are yet to be written', async (t) => {
    const folder = tempFolder(t)
    const [file, data] = [join(folder, 'etc/svc.conf'), join(folder, 'data')]
    const args = ['init', '--print-unit', '--config', file, '--data-dir', data]
    const { status, out, err } = await runSvc(args)
    assert.equal(status, 0, err)
    assert.ok(out.includes(` serve --config ${file}\n`), out)
    assert.ok(out.includes(`\nReadWritePaths=${data}\n`), out)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('prints a systemd unit under which backups and the copies of the audit log can be written', async (t) => {
    const folder = tempFolder(t)
    const env = {
      SVC_DATA_DIR: join(folder, 'data'),
      SVC_AUDIT_HEAD_FILE: '/mnt/far/heads',
      SVC_AUDIT_COPY_FILE: '/var/spool/svc audit/copy.jsonl',
      SVC_BACKUP_TO: '/mnt/backups/svc',
      SVC_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
    }
    const { out } = await runSvc(['init', '--print-unit'], { env })
    const [, ...more] = [...out.matchAll(/^ReadWritePaths=(.*)$/gm)].map(([, path]) => path)
    assert.deepEqual(more, ['-/mnt/far', '"-/var/spool/svc audit"', '-/mnt/backups/svc'])
  })

  test('prints a systemd unit under which images in a folder of all nodes can be written', async (t) => {
    const env = {
      SVC_DATA_DIR: join(tempFolder(t), 'data'),
      SVC_DATABASE_URL: 'postgres://svc:secret@127.0.0.1/svc',
      SVC_IMAGES_DIR: '/mnt/images',
    }
    const { out, err } = await runSvc(['init', '--print-unit'], { env })
    assert.match(out, /^ReadWritePaths=-\/mnt\/images$/m, err)
  })

  test('prints a systemd unit and makes nothing', async (t) => {
    const folder = tempFolder(t)
    const env = { SVC_DATA_DIR: join(folder, 'data with blank') }
    const { status, out } = await runSvc(['init', '--print-unit'], { env })
    assert.equal(status, 0)
    assert.match(out, /^ExecStart=.+\/node"? .+cli\/svc\.js"? serve$/m)
    assert.ok(out.includes(`ReadWritePaths="${env.SVC_DATA_DIR}"`))
    assert.equal(out.match(/^ReadWritePaths=/gm)?.length, 1)
    // V8 aborts under it.
    assert.doesNotMatch(out, /MemoryDenyWriteExecute/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('makes everything for another user where root says so, and stays root', async (t) => {
    if (process.geteuid?.() !== 0) return t.skip('only root can')
    const folder = tempFolder(t)
    chmodSync(folder, 0o711)
    const place = (name: string) => join(folder, name)
    const args = ['--config', place('etc/svc.conf'), '--data-dir', place('data')]
    const key = ['--master-key-file', place('keys/master.key')]
    const { status, err } = await runSvc(['init', ...args, ...key, '--owner', 'nobody'], {
      userId: 0,
      env: { PATH: process.env.PATH ?? '' },
    })
    assert.equal(status, 0, err)
    const { uid } = statSync(place('data'))
    assert.notEqual(uid, 0)
    for (const name of ['data/svc.db', 'keys', 'keys/master.key']) {
      assert.equal(statSync(place(name)).uid, uid, name)
    }
    const conf = statSync(place('etc/svc.conf'))
    assert.deepEqual([conf.uid, conf.mode & 0o777], [0, 0o640])
    assert.equal(conf.gid, statSync(place('data')).gid)
    assert.equal(process.geteuid?.(), 0)
  })

  test('makes nothing for a user that there is not', async (t) => {
    const { configFile, svc } = planInstallation(t)
    const env = { PATH: process.env.PATH ?? '' }
    const { status, err } = await svc(['init', '--owner', 'no-such-user'], { env, userId: 0 })
    assert.equal(status, 2)
    assert.match(err, /no user no-such-user/)
    assert.ok(!existsSync(configFile))
  })

  test('warns root who makes files for itself', async (t) => {
    const { dataDir, masterKeyFile, svc } = planInstallation(t)
    const args = ['init', '--data-dir', dataDir, '--master-key-file', masterKeyFile]
    assert.match((await svc(args, { userId: 0 })).err, /add: --owner svc/)
  })
})
