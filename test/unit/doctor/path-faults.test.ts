import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { commandsFor, findPathFaults } from '../../../server/doctor/path-faults.ts'
import { openOwnedFolders } from '../../support/owned-folders.ts'

const [server, stranger, root] = [4242, 1777, 0]
const asRoot = { skip: process.geteuid?.() !== root && 'only root can give folders away' }

describe('the owners of an installation', asRoot, () => {
  test('are compared with that of the data folder, whoever looks', (t) => {
    const { folder, made } = openOwnedFolders(t)
    const dataDir = made("it's here", server, 0o700)
    const images = made("it's here/images", stranger, 0o700)
    const commands = (userId: number) =>
      commandsFor(
        findPathFaults(
          {
            dataDir,
            masterKeyFile: join(folder, 'gone'),
            configFile: undefined,
            tls: undefined,
            scoring: undefined,
          },
          userId,
        ),
      )
    const mending = `chown 4242 '${images.replace("'", "'\\''")}'`
    assert.deepEqual(commands(server), [mending])
    assert.deepEqual(commands(root), [mending])
    assert.deepEqual(commands(stranger), ["sudo -u '#4242' svc ..."])
  })
})
