// Builds pages of HTML to read and print, as text. Pure.

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** A table of names and values; every text is escaped. */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td dir="auto">${escapeHtml(value)}</td></tr>`,
  )
  return `<table>${rows.join('\n')}</table>`
}

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{border-bottom:1px solid #ccc;padding:.35rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{width:35%;font-weight:500;color:#555}
img{max-width:100%;max-height:20rem}
section{margin-block:2rem;break-inside:avoid}
@page{margin:2cm}`

/** A page that loads nothing from elsewhere. `body` is HTML. */
export function htmlPage(title: string, language: string, body: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: file:"
  return `<!doctype html>
<html lang="${escapeHtml(language)}"${language === 'ar' ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body>
</html>
`
}
