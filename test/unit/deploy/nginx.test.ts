// The example of nginx in front of a server, held to the limits of the product. Tests start no nginx.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { uploadLimits } from '../../../server/http/uploads/upload-limits.ts'
import { settingRows } from '../../../server/settings/setting-rows.ts'

const text = readFileSync(new URL('../../../scripts/deploy/nginx.conf', import.meta.url), 'utf8')

/** The value of a directive that stands once. */
function directive(name: string): string {
  const found = [...text.matchAll(new RegExp(`^\\s+${name} (.+);$`, 'gm'))].map(
    ([, value]) => value,
  )
  assert.equal(found.length, 1, name)
  return String(found[0])
}

test('nginx lets every submission through, and leaves what is too large to svc', () => {
  assert.ok(
    Number.parseInt(directive('client_max_body_size'), 10) * 2 ** 20 > uploadLimits.requestBytesMax,
  )
})

test('nginx keeps nothing of a request or an answer in files', () => {
  assert.equal(directive('proxy_request_buffering'), 'off')
  assert.equal(directive('proxy_buffering'), 'off')
  assert.equal(directive('proxy_max_temp_file_size'), '0')
})

test('nginx names the client as it sees it, and sends no request twice', () => {
  assert.match(text, /proxy_set_header Host \$http_host;/)
  assert.match(text, /proxy_set_header X-Forwarded-For \$remote_addr;/)
  assert.equal(directive('proxy_next_upstream'), 'off')
})

test('the settings that it names are settings', () => {
  const named = [...text.matchAll(/SVC_[A-Z_]+/g)].map(([name]) => name)
  const known = new Set(settingRows.map(({ name }) => name as string))
  assert.ok(named.length > 0)
  for (const name of named) assert.ok(known.has(name), name)
})
