// The middleware that serves the console: its page at every path below `/console` that is not a file, its files,
// and the redirect from `/`. It does not answer `/console/api`.

import { randomBytes } from 'node:crypto'
import { AppError } from '../kernel/app-error.ts'
import type { Log } from '../kernel/log.ts'
import type { ConsoleEncoding, ConsoleFile, ConsoleFiles } from './console-files.ts'
import { isConsolePath } from './console-place.ts'
import type { Context, Middleware } from './context.ts'
import { cspReportPath } from './csp-report.ts'

/** Placeholder for the nonce in the built page. */
const noncePlaceholder = '__SVC_NONCE__'
const immutable = 'public, max-age=31536000, immutable'

interface ServeConsoleNeeds {
  readonly consoleFiles: ConsoleFiles
  readonly log: Log
}

/** @throws AppError `not_found`, `method_not_allowed` */
export function serveConsole({ consoleFiles, log }: ServeConsoleNeeds): Middleware {
  return async (ctx, next) => {
    const { route } = ctx.state
    if (route.kind !== 'outside' || route.unavailable !== undefined) return next()
    if (!isConsolePath(ctx.path)) return next()
    assertReads(ctx)
    if (ctx.path === '/') return redirect(ctx)
    const path = ctx.path.replace(/^\/console\/?/, '')
    if (path.startsWith('assets/')) return sendFile(ctx, consoleFiles.find(path))
    const page = consoleFiles.page()
    if (page === undefined) {
      log.warn('console_not_built')
      return sendNotBuilt(ctx)
    }
    sendPage(ctx, page)
  }
}

function redirect(ctx: Context): void {
  ctx.status = 302
  ctx.set('Location', '/console')
  ctx.body = ''
}

function assertReads({ method }: Context): void {
  if (method === 'GET' || method === 'HEAD') return
  const message = 'The console is a page: ask for it with GET or HEAD.'
  throw new AppError('method_not_allowed', message, { allow: ['GET', 'HEAD'] })
}

/** Each response has its own nonce, so browsers must not cache the page. */
function sendPage(ctx: Context, page: string): void {
  const nonce = randomBytes(18).toString('base64')
  ctx.set('Content-Security-Policy', pagePolicy(nonce))
  ctx.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = page.replaceAll(noncePlaceholder, nonce)
}

/** Allows only this origin, and only scripts and styles that are files of it or carry this response's nonce. */
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
function sendFile(ctx: Context, file: ConsoleFile | undefined): void {
  if (file === undefined) throw new AppError('not_found', 'The console has no such file.')
  const encoding = bestEncoding(ctx, file.encodings)
  if (encoding !== undefined) ctx.set('Content-Encoding', encoding)
  if (file.encodings.length > 0) ctx.set('Vary', 'Accept-Encoding')
  ctx.set('Cache-Control', immutable)
  ctx.set('Content-Type', file.contentType)
  ctx.body = file.read(encoding)
}

function bestEncoding(
  ctx: Context,
  available: readonly ConsoleEncoding[],
): ConsoleEncoding | undefined {
  const taken = ctx.acceptsEncodings([...available, 'identity'])
  return available.find((encoding) => encoding === taken)
}

/** For a server that was started without the build that `npm start` and `npm test` run first. */
function sendNotBuilt(ctx: Context): void {
  ctx.status = 503
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>svc</title>
<h1>The console is not built</h1>
<p>The server and its interface are running. To build the console, run this in the product's folder,
then load this page again:</p>
<pre>node scripts/prepare.js</pre>
</html>`
}
