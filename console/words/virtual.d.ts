// The modules that words-plugin.ts makes at build time, one a language.

declare module 'virtual:words/*' {
  export const firstTexts: import('./texts.ts').FirstTexts
  export const pageTexts: import('./texts.ts').PageLoaders
}
