// Prints pages in the light theme: browsers leave out backgrounds, and light text would vanish on paper.

/** For the life of the page. */
export function printOnLightPaper(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    dataset.mantineColorScheme = shown
  })
}
