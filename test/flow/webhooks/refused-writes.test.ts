// SQLite only: the refusal is a trigger of its own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseFile } from '../../../server/appliance.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { openDeliveryScene } from '../../support/scenes/delivery-scene.ts'
import { until } from '../../support/turns.ts'

const refuse =
  "create trigger refuse before insert on webhook_attempts begin select raise(abort, 'full'); end"

test('a server whose database refuses the ends of attempts stops all the same, and sends again after a start', async (t) => {
  const scene = await openDeliveryScene(t)
  const { app, receiver } = scene
  await scene.register()
  const connection = openConnection(databaseFile(app.appliance.config))
  t.after(() => connection.close())
  connection.exec(refuse)
  await scene.verify()
  await until(() => app.logLines.some((line) => line.includes('deliveries_write_failed')))
  await app.server.stop()
  connection.exec('drop trigger refuse')
  const server = await scene.startAgain()
  await server.deliveries.idle()
  const ids = receiver.arrivals.map(({ json }) => json.id)
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})
