import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { demoEnvironment } from '../../../cli/demo-environment.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { runSvc } from '../memory-shell.ts'

describe('the data of the demo of a release', () => {
  const folderOf = (env: Record<string, string>) => demoEnvironment(env, false, true).SVC_DATA_DIR

  test('lie in the home of the user, or in the folder for states', (t) => {
    const home = tempFolder(t)
    const inHome = join(home, '.local/state/svc-demo')
    assert.equal(folderOf({ HOME: home }), inHome)
    assert.equal(folderOf({ HOME: home, XDG_STATE_HOME: 'relative' }), inHome)
    assert.equal(folderOf({ XDG_STATE_HOME: '/state' }), '/state/svc-demo')
    const listed = userInfo().homedir
    assert.equal(folderOf({ HOME: '' }), join(listed, '.local/state/svc-demo'))
  })

  test('lie where the user says', () => {
    assert.equal(folderOf({ HOME: '/nonexistent', SVC_DATA_DIR: '/named' }), '/named')
    assert.equal(demoEnvironment({ HOME: '/' }, true, true).SVC_DATA_DIR, undefined)
  })

  test('have no place without a home that is there', () => {
    for (const HOME of ['/', '/nonexistent']) {
      const message = /^The demo has no place: .* --data-dir \(or SVC_DATA_DIR\)/
      assert.throws(() => folderOf({ HOME }), { code: 'usage', message })
    }
  })
})

test('the demo does not read the settings of an appliance that the environment names', async (t) => {
  const folder = tempFolder(t)
  const env = { SVC_CONFIG: join(folder, 'missing.conf'), SVC_DATA_DIR: folder }
  const { err } = await runSvc(['status', '--demo'], { env })
  assert.match(err, /no demo in /)
})
