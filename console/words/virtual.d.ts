// The modules that words-plugin.ts makes at build time, one a language.

/** Beside another language's, because the server's messages are English. */
declare module 'virtual:words/en/refusals' {
  const texts: import('./texts.ts').PageTexts['refusals']
  // biome-ignore lint/style/noDefaultExport: as the plugin writes it
  export default texts
}

declare module 'virtual:words/*' {
  export const firstTexts: import('./texts.ts').FirstTexts
  export const pageTexts: import('./texts.ts').PageLoaders
}
