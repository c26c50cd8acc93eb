// Long: kills a server at each step of a change of its master key.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readMasterKey } from '../../server/crypto/master-key.ts'
import { install } from '../cli/installation.ts'
import { launchSvc } from '../cli/program/launched-svc.ts'

const preload = fileURLToPath(new URL('../support/kill/kill-at.mjs', import.meta.url))

/** Where the command is killed, and which key the database then belongs to. */
const moments = [
  {
    at: 'before linkSync 1',
    what: 'before the new key is written',
    belongsTo: 'old',
    says: 'none',
  },
  {
    at: 'after linkSync 1',
    what: 'once the new key is written',
    belongsTo: 'old',
    says: 'unfinished',
  },
  {
    at: 'before linkSync 2',
    what: 'once the database has changed',
    belongsTo: 'new',
    says: 'unfinished',
  },
  {
    at: 'after linkSync 2',
    what: 'once the old key has its second name',
    belongsTo: 'new',
    says: 'unfinished',
  },
  {
    at: 'after renameSync 1',
    what: 'once the files are exchanged',
    belongsTo: 'new',
    says: 'none',
  },
] as const

describe('a change of the master key that is killed', () => {
  for (const { at, what, belongsTo, says } of moments) {
    test(`${what} leaves the ${belongsTo} state, says so, and is finished by the same command`, async (t) => {
      const { svc, json, configFile, masterKeyFile } = await install(t)
      const old = readMasterKey(masterKeyFile).fingerprint
      const killed = launchSvc(t, ['crypto', 'rotate-master', '--yes', '--config', configFile], {
        NODE_OPTIONS: `--import ${preload}`,
        KILL_AT: at,
      })
      assert.equal((await killed.ended).status, 'SIGKILL')
      const shown = (await json(['crypto', 'status'])).master_key as Record<string, unknown>
      assert.deepEqual([shown.fingerprint === old, shown.rotation], [belongsTo === 'old', says])
      // Every command goes on, whatever the state.
      await json(['keys', 'create', '--name', 'between', '--env', 'sandbox'])
      const finished = await json(['crypto', 'rotate-master', '--yes'])
      const now = (await json(['crypto', 'status'])).master_key as Record<string, unknown>
      assert.deepEqual([now.fingerprint, now.rotation], [finished.to, 'none'])
      assert.equal(readMasterKey(masterKeyFile).fingerprint, finished.to)
      assert.ok(!existsSync(`${masterKeyFile}.new`) && !existsSync(`${masterKeyFile}.new.part`))
      assert.ok(existsSync(`${masterKeyFile}.old-${old}`))
      const verified = await svc(['crypto', 'verify', '--all'])
      assert.equal(verified.status, 0, verified.out)
    })
  }
})
