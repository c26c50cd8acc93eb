import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addUser, openConsole } from '../support/console-client.ts'
import { claimed } from '../support/images/specimens.ts'
import { startWork } from '../support/scenes/work-scene.ts'

/** Would end the header, name another file, or be markup, were it ever put into a name. */
const hostile = encodeURIComponent("\"; filename*=UTF-8''x.html;<b>")

test('every file that goes out is to be kept under a name of ours', async (t) => {
  const scene = await startWork(t)
  const id = await scene.verified(claimed.id_number, { external_ref: '"; filename=x.html' })
  await addUser(scene.appliance, 'auditor')
  const auditor = openConsole(scene.server)
  await auditor.signIn('auditor@bank.example')
  await scene.awa.signIn('awa@bank.example')
  const files = [
    await scene.awa.post('/verifications/export', { external_ref: '"; filename=x.html' }),
    await scene.awa.post('/verifications/export/personal', { purpose: 'complaint' }),
    await scene.awa.post(`/verifications/${id}/case-file`, { reason: 'complaint' }),
    await auditor.get('/usage/summary/csv?environment=live&group_by=day'),
  ]
  const names = files.map(({ status, headers, text }) => {
    assert.equal(status, 200, text.slice(0, 300))
    assert.match(
      headers.get('Content-Type') ?? '',
      /^(?:text\/csv; charset=utf-8|application\/pdf)$/,
    )
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff')
    assert.equal(headers.get('Cache-Control'), 'no-store')
    const said = headers.get('Content-Disposition') ?? ''
    assert.match(said, /^attachment; filename="[\w.-]+\.(?:csv|pdf)"$/)
    return said
  })
  assert.equal(new Set(names).size >= 3, true)
  for (const query of [`environment=${hostile}`, `group_by=${hostile}`, `from=${hostile}`]) {
    const { status, headers } = await auditor.get(`/usage/summary/csv?${query}`)
    assert.deepEqual([status, headers.get('Content-Disposition')], [400, null], query)
  }
})
