// What `npm start` says once the demo is ready: that it is one, who may sign in, its keys, and commands to
// paste. Fits 80 columns; the long keys stand last in a command, and where a text must break the shell
// joins it again.

import { fileURLToPath } from 'node:url'
import type { Demo } from '../server/demo/start-demo.ts'
import type { Sink } from './io.ts'

const productDir = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

type Shown = Pick<
  Demo,
  'consoleOrigin' | 'keys' | 'staff' | 'hasStandIn' | 'isSeeded' | 'receiver' | 'scoringUrl'
> & {
  readonly server: { readonly url: string }
  /** Whether it was started with --empty. */
  readonly isAskedEmpty: boolean
}

export function demoBanner(sink: Sink, demo: Shown): string {
  const { server, keys, staff, receiver, scoringUrl } = demo
  const url = `${server.url}/v1`
  const bold = (text: string) => sink.style('bold', text)
  const dim = (text: string) => sink.style('dim', text)
  const lines = [
    '',
    `  ${sink.style(['bold', 'yellow'], 'DEMO')}  Nothing here is real or private; only this machine can reach it.`,
    ...notices(demo).map((notice) => `        ${notice}`),
    '',
    `  Console      ${bold(`${demo.consoleOrigin}/console`)}  ${dim('no second factor in the demo')}`,
    ...staff.map(accountLine),
    '',
    `  Base URL     ${bold(url)}`,
    `  Sandbox key  ${keys.sandbox}`,
    `  Live key     ${keys.live}`,
    '',
    `  Paste these into another terminal, in ${productDir}`,
    '',
    `  ${bold('1. Sandbox')}  ${dim('answers at once, needs no pictures')}`,
    ...sandboxCommand(url, keys.sandbox),
    '',
    `  ${bold('2. Live')}  ${dim('two pictures; worked on for about two seconds')}`,
    ...liveCommand(url, keys.live),
    '',
    `  ${bold('3. Webhook')}  ${dim('register the receiver that runs beside, then paste 1 again')}`,
    ...registerCommand(url, receiver.url, keys.sandbox),
    '',
    ...[arrivedHint(receiver.url), ...whyHint(scoringUrl), ...hints].map(dim),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function notices({ hasStandIn, isSeeded, isAskedEmpty }: Shown): readonly string[] {
  return [
    hasStandIn
      ? 'The identity provider is a stand-in.'
      : 'The identity provider is the one that your settings name.',
    isSeeded
      ? 'A fortnight of verifications is invented: drawn pictures, no real people.'
      : 'It holds no invented verifications: it was first started with --empty.',
    ...(isSeeded && isAskedEmpty ? emptyTooLate : []),
  ]
}

/** Nothing is ever taken out of a folder that somebody may have worked in. */
const emptyTooLate = [
  '--empty changed nothing: this folder was filled before. Name a fresh one',
  'with --data-dir, or delete it while the demo does not run.',
]

function accountLine({ role, email, password }: Demo['staff'][number]): string {
  const told = password ?? '(was changed in the console)'
  return `    ${role.padEnd(roleWidth)}  ${email.padEnd(emailWidth)}  ${told}`
}

const roleWidth = 'administrator'.length
const emailWidth = 'administrator@demo.example'.length

function sandboxCommand(url: string, key: string): readonly string[] {
  return [
    `curl '${url}/kyc/sandbox/verify' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"country":"SN","id_type":"national_id","id_number":"2751199400042",'\\`,
    `'"first_name":"Awa","last_name":"Teranga","date_of_birth":"1994-03-14"}' \\`,
    `  --oauth2-bearer ${key}`,
  ]
}

function liveCommand(url: string, key: string): readonly string[] {
  return [
    `curl '${url}/kyc/verify' \\`,
    '  -F country=SN -F id_type=national_id -F id_number=2751199400042 \\',
    '  -F first_name=Awa -F last_name=Teranga -F date_of_birth=1994-03-14 \\',
    '  -F front_image=@data/reference/specimens/senegal-id-front.jpg \\',
    '  -F score_requested=true -F selfie_image=@data/reference/specimens/selfie.jpg \\',
    `  --oauth2-bearer ${key}`,
  ]
}

function registerCommand(url: string, receiverUrl: string, key: string): readonly string[] {
  return [
    `curl '${url}/webhooks' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"url":"${receiverUrl}/","events":["verification.completed",'\\`,
    `'"verification.failed"]}' \\`,
    `  --oauth2-bearer ${key}`,
  ]
}

const hints = [
  '  Another end: make the id_number in 2 DEMO-DECLINED (README: Other ends).',
  '  The keys go in a header: Authorization: Bearer <key>. Stop with Ctrl-C.',
]

/** The demo prints a line for each, too. */
function arrivedHint(receiverUrl: string): string {
  return `  RECEIVER  what it got: curl '${receiverUrl}/deliveries'`
}

/** Only a score of the stand-in can be explained. */
function whyHint(scoringUrl: string | undefined): readonly string[] {
  return scoringUrl === undefined
    ? []
    : [`  ENGINE    why a score is what it is: curl '${scoringUrl}/requests'`]
}
