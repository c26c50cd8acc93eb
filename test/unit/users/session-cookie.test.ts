import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCookie, sessionCookieFor } from '../../../server/console-api/session-cookie.ts'

const token = 'a'.repeat(43)

test('over https, and anywhere beyond this machine, the cookie is bound to host and TLS', () => {
  for (const url of [
    'https://svc.bank.example',
    'https://127.0.0.1:8443',
    'http://10.0.0.5:8080',
  ]) {
    const cookie = sessionCookieFor(url, false)
    assert.equal(cookie.name, '__Host-svc-session')
    assert.equal(
      cookie.set(token),
      `__Host-svc-session=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
  }
})

test('on this machine’s plain http it goes without what browsers refuse there', () => {
  for (const url of ['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:8080']) {
    assert.equal(
      sessionCookieFor(url, false).set('x'),
      'svc-session=x; Path=/; HttpOnly; SameSite=Strict',
    )
  }
})

test('a request that came over https gets that cookie whatever the public URL is', () => {
  const { name, set } = sessionCookieFor('http://127.0.0.1:8080', true)
  assert.equal(name, '__Host-svc-session')
  assert.match(set(token), /; Secure$/)
})

test('a cookie is read by its whole name, once, in the shape that we give', () => {
  assert.equal(readCookie(`a=b; svc-session=${token}; c=d`, 'svc-session'), token)
  for (const header of [
    '',
    `__Host-svc-session=${token}`,
    `svc-session=${token}; svc-session=${token}`,
    'svc-session=short',
    `svc-session=${token}x`,
  ]) {
    assert.equal(readCookie(header, 'svc-session'), undefined, header)
  }
})
