// Prints pages in the light theme: browsers leave out backgrounds, and light text would vanish on paper.

const scheme = 'data-mantine-color-scheme'

/** For the life of the page. */
export function printOnLightPaper(): void {
  const root = document.documentElement
  let shown: string | null = null
  addEventListener('beforeprint', () => {
    shown = root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
  })
  addEventListener('afterprint', () => {
    if (shown !== null) root.setAttribute(scheme, shown)
  })
}
