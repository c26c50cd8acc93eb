// The step that serves the console's pages: the page itself under every address below `/console` that is no
// file, its files, and the way there from `/`. The page's own interface, `/console/api`, is not its business.

import { randomBytes } from 'node:crypto'
import { AppError } from '../kernel/app-error.ts'
import type { Log } from '../kernel/log.ts'
import type { ConsoleEncoding, ConsoleFile, ConsoleFiles } from './console-files.ts'
import { isOfConsole } from './console-place.ts'
import { cspReportPath } from './csp-report.ts'
import type { Exchange, Step } from './exchange.ts'

/** Stands in the built page wherever a nonce belongs. */
const nonceMark = '__SVC_NONCE__'
const immutable = 'public, max-age=31536000, immutable'

export interface ServeConsoleNeeds {
  readonly consoleFiles: ConsoleFiles
  readonly log: Log
}

/** @throws AppError `not_found`, `method_not_allowed` */
export function serveConsole({ consoleFiles, log }: ServeConsoleNeeds): Step {
  return async (exchange, next) => {
    const { found } = exchange.state
    if (found.kind !== 'outside' || found.shut !== undefined) return next()
    if (!isOfConsole(exchange.path)) return next()
    assertReads(exchange)
    if (exchange.path === '/') return redirect(exchange)
    const path = exchange.path.replace(/^\/console\/?/, '')
    if (path.startsWith('assets/')) return sendFile(exchange, consoleFiles.find(path))
    const page = consoleFiles.page()
    if (page === undefined) {
      log.warn('console_not_built')
      return sendNotBuilt(exchange)
    }
    sendPage(exchange, page)
  }
}

function redirect(exchange: Exchange): void {
  exchange.status = 302
  exchange.set('Location', '/console')
  exchange.body = ''
}

function assertReads({ method }: Exchange): void {
  if (method === 'GET' || method === 'HEAD') return
  const message = 'The console is a page: ask for it with GET or HEAD.'
  throw new AppError('method_not_allowed', message, { allow: ['GET', 'HEAD'] })
}

/** With a nonce of its own each time, so never kept by a browser. */
function sendPage(exchange: Exchange, page: string): void {
  const nonce = randomBytes(18).toString('base64')
  exchange.set('Content-Security-Policy', pagePolicy(nonce))
  exchange.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  exchange.type = 'text/html; charset=utf-8'
  exchange.body = page.replaceAll(nonceMark, nonce)
}

/** Nothing from anywhere but here; no script and no style that this very response does not vouch for. */
function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${cspReportPath}`,
  ].join('; ')
}

/** @throws AppError `not_found` */
function sendFile(exchange: Exchange, file: ConsoleFile | undefined): void {
  if (file === undefined) throw new AppError('not_found', 'The console has no such file.')
  const encoding = bestEncoding(exchange, file.encodings)
  if (encoding !== undefined) exchange.set('Content-Encoding', encoding)
  if (file.encodings.length > 0) exchange.set('Vary', 'Accept-Encoding')
  exchange.set('Cache-Control', immutable)
  exchange.set('Content-Type', file.contentType)
  exchange.body = file.read(encoding)
}

function bestEncoding(
  exchange: Exchange,
  available: readonly ConsoleEncoding[],
): ConsoleEncoding | undefined {
  const taken = exchange.acceptsEncodings([...available, 'identity'])
  return available.find((encoding) => encoding === taken)
}

/** Somebody runs the server without what `npm start` and `npm test` do first. */
function sendNotBuilt(exchange: Exchange): void {
  exchange.status = 503
  exchange.type = 'text/html; charset=utf-8'
  exchange.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>svc</title>
<h1>The console is not built</h1>
<p>The server and its interface are running. To build the console, run this in the product's folder,
then load this page again:</p>
<pre>node scripts/prepare.js</pre>
</html>`
}
