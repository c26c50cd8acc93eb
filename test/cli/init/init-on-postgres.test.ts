import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { bareDatabase, onPostgres } from '../../support/postgres.ts'
import { planInstallation } from '../installation.ts'

test(
  'svc init writes the URL of a PostgreSQL database into new settings only',
  onPostgres,
  async (t) => {
    const { svc, dataDir, masterKeyFile, configFile } = planInstallation(t)
    const url = await bareDatabase(t)
    const paths = ['--data-dir', dataDir, '--master-key-file', masterKeyFile]
    const order = ['init', ...paths, '--database-url', url]
    const made = await svc(order)
    assert.equal(made.status, 0, made.err)
    assert.ok(readFileSync(configFile, 'utf8').includes(`\nSVC_DATABASE_URL=${url}\n`))
    assert.equal(statSync(configFile).mode & 0o777, 0o600)
    assert.equal((await svc(['users', 'list'])).status, 0)

    const again = await svc(order)
    assert.equal(again.status, 2)
    assert.match(again.err, /is there already, and --database-url writes a new one.*_URL_FILE=/)
    assert.equal((await svc(['init'])).status, 0)
  },
)
