import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoCommand } from '../../cli/demo-command.ts'

test('the demo of a checkout is started with npm, that of a release with svc', () => {
  assert.equal(demoCommand(), 'npm start')
  assert.equal(demoCommand(true), 'svc serve --demo')
})
