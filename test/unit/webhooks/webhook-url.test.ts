import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseWebhookUrl } from '../../../server/webhooks/webhook-url.ts'
import { policyOf } from '../../flow/webhooks/sending.ts'
import { oddUrls } from '../../support/odd-addresses.ts'

const policy = policyOf()

function messagesOf(text: string, chosen = policy): readonly string[] {
  const parsed = parseWebhookUrl(text, chosen)
  if (parsed.kind === 'accepted') return []
  for (const { param, code } of parsed.faults) {
    assert.deepEqual([param, code], ['url', 'invalid_webhook_url'])
  }
  return parsed.faults.map(({ message }) => message)
}

describe('a URL for webhooks', () => {
  const right = {
    'https://hooks.example.com/svc': 'https://hooks.example.com/svc',
    'HTTPS://Hooks.Example.COM:443/a?b=c': 'https://hooks.example.com/a?b=c',
    'https://hooks.example.com:8443': 'https://hooks.example.com:8443/',
    'https://bücher.example/': 'https://xn--bcher-kva.example/',
    'https://1.1.1.1/hook': 'https://1.1.1.1/hook',
    'https://[2606:4700::1111]:8443/': 'https://[2606:4700::1111]:8443/',
    'https://receiver/': 'https://receiver/',
    [`https://${'a'.repeat(63)}.example/`]: `https://${'a'.repeat(63)}.example/`,
    'https://localhost.example.com/': 'https://localhost.example.com/',
  }
  for (const [text, href] of Object.entries(right)) {
    test(`may be ${text}`, () => {
      const parsed = parseWebhookUrl(text, policy)
      assert.equal(parsed.kind === 'accepted' && parsed.url.href, href)
    })
  }

  for (const text of oddUrls) {
    test(`must not be ${JSON.stringify(text)}`, () => {
      assert.notDeepEqual(messagesOf(text.replace('PORT', '8443')), [])
    })
  }

  const wrong: Readonly<Record<string, RegExp>> = {
    '': /is not a URL/,
    'hooks.example.com': /is not a URL/,
    'https://': /is not a URL/,
    'https://256.1.1.1/': /is not a URL/,
    'https://[::ffff:10.0.0.1]/': /carries an IPv4 address/,
    'https://[64:ff9b::808:808]/': /carries an IPv4 address/,
    'https://[2002:808:808::]/': /carries an IPv4 address/,
    'https://[2606:4700::5efe:808:808]/': /carries an IPv4 address/,
    'https://[::1]/': /this machine itself/,
    'https://[::1%25lo]/': /is not a URL/,
    'https://a:99999/': /is not a URL/,
    'https://a..b/': /between its dots stand 1 to 63/,
    'https://.a/': /between its dots stand 1 to 63/,
    [`https://${'a'.repeat(64)}.example/`]: /between its dots stand 1 to 63/,
    'ftp://hooks.example.com/': /must begin with https/,
    'javascript:alert(1)': /must begin with https/,
    'file:///etc/passwd': /must begin with https/,
    'http://hooks.example.com/': /must begin with https/,
    'https://me@hooks.example.com/': /user name or password/,
    'https://hooks.example.com/#': /fragment/,
    'https://hooks.example.com/#top': /fragment/,
    'https://hooks.example.com./': /without a dot/,
    'https://hooks.example.com:0/': /port 0/,
    'https://hooks.example.com/a b': /spaces/,
    'https://hooks.example.com/\nsvc': /spaces/,
    'https://hooks.example.com\\@x': /backslashes/,
    'https://hooks.exam\u200bple.com/': /cannot be seen/,
    'https://10.0.0.1/': /private address.*SVC_WEBHOOK_ALLOW/,
    'https://169.254.169.254/': /never sent to/,
    'https://localhost/': /never sent to/,
    'https://hooks.example.com:22/': /a port of something else, such as mail or a database/,
    [`https://a.example/${'x'.repeat(2048)}`]: /at most 2048 characters/,
    [`https://a.example/${'é'.repeat(1000)}`]: /at most 2048 characters once/,
    [`https://${'a.'.repeat(127)}example/`]: /more than 253 characters/,
  }
  for (const [text, message] of Object.entries(wrong)) {
    test(`must not be ${JSON.stringify(text.slice(0, 40))}, and says why`, () => {
      const messages = messagesOf(text)
      assert.equal(messages.length, 1, messages.join('\n'))
      assert.match(messages[0] ?? '', message)
    })
  }

  test('is reported with all its faults at once', () => {
    assert.equal(messagesOf('https://u:p@10.0.0.1:8443/#x').length, 3)
  })

  test('may be http where the operator has opened a network, if the address lies in it', () => {
    const opened = policyOf({ allow: '10.1.0.0/16' })
    assert.deepEqual(messagesOf('http://10.1.2.3/', opened), [])
    assert.deepEqual(messagesOf('http://receiver.bank.internal/', opened), [])
    assert.match(messagesOf('http://10.2.0.1/', opened).join(), /Plain http/)
  })

  test('may have the port of something else only where the operator names it or opens a network', () => {
    const url = 'https://hooks.bank.internal:5432/'
    for (const allow of ['hooks.bank.internal', 'other.internal:5432', '10.1.0.0/16:22']) {
      assert.match(messagesOf(url, policyOf({ allow })).join(), /never sent to/, allow)
    }
    for (const allow of ['hooks.bank.internal:5432', '*.bank.internal:5432', '10.1.0.0/16']) {
      assert.deepEqual(messagesOf(url, policyOf({ allow })), [], allow)
    }
  })

  test('may be loopback under the development switch, but not our own port', () => {
    const local = policyOf({ allowLoopback: true, ownPorts: [8080] })
    assert.deepEqual(messagesOf('http://localhost:9000/hook', local), [])
    assert.deepEqual(messagesOf('https://[::1]:9000/', local), [])
    assert.match(messagesOf('http://127.0.0.1:8080/', local).join(), /never sent to/)
    assert.match(messagesOf('http://hooks.example.com/', local).join(), /Plain http/)
    const both = policyOf({ allowLoopback: true, allow: '10.1.0.0/16' })
    assert.deepEqual(messagesOf('http://receiver.bank.internal/', both), [])
    assert.match(messagesOf('https://169.254.169.254/', local).join(), /never sent to/)
  })
})
