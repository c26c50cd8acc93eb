import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { consoleUrlOf } from '../../../server/settings/console-url.ts'
import { assertProblem, openSettingsFolder } from './load-settings.ts'

const { load, problemsOf, remove } = openSettingsFolder()
after(remove)

test('the console’s own name stands beside a public URL of another name, outside the demo', () => {
  const SVC_CONSOLE_HOST = 'console.bank.example'
  const SVC_PUBLIC_URL = 'https://kyc.bank.example'
  assertProblem(problemsOf({ SVC_CONSOLE_HOST }), /^SVC_PUBLIC_URL must be set too/)
  const same = { SVC_PUBLIC_URL, SVC_CONSOLE_HOST: 'KYC.bank.example' }
  assertProblem(problemsOf(same), /^SVC_CONSOLE_HOST must differ from the host/)
  const six = { SVC_PUBLIC_URL: 'https://[fd00::1]:8443', SVC_CONSOLE_HOST: 'fd00::1' }
  assertProblem(problemsOf(six), /^SVC_CONSOLE_HOST must differ from the host/)
  const demo = problemsOf({ SVC_CONSOLE_HOST }, { profile: 'demo' })
  assertProblem(demo, /^SVC_CONSOLE_HOST must not be set in the demo/)
  const { config } = load({ SVC_PUBLIC_URL: `${SVC_PUBLIC_URL}:8443`, SVC_CONSOLE_HOST })
  assert.equal(consoleUrlOf(config), 'https://console.bank.example:8443')
  const addressed = { publicUrl: SVC_PUBLIC_URL, consoleHost: 'fd00::2' }
  assert.equal(consoleUrlOf(addressed), 'https://[fd00::2]')
  assert.equal(consoleUrlOf(load({ SVC_PUBLIC_URL }).config), SVC_PUBLIC_URL)
})
