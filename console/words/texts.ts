// Types of the console's texts. Each file of texts has its row here and holds all languages side by side;
// words-plugin.ts divides them, so that a browser loads one language.

import type checks from '../../data/reference/checks/en.json'
import type labels from '../../data/reference/words/en.json'
import type account from './account.json'
import type address from './address.json'
import type approvals from './approvals.json'
import type audit from './audit.json'
import type developer from './developer.json'
import type directory from './directory.json'
import type errors from './errors.json'
import type exports from './exports.json'
import type frame from './frame.json'
import type handbook from './handbook.json'
import type keys from './keys.json'
import type links from './links.json'
import type overview from './overview.json'
import type palette from './palette.json'
import type quality from './quality.json'
import type refusals from './refusals.json'
import type reports from './reports.json'
import type reviews from './reviews.json'
import type signIn from './sign-in.json'
import type system from './system.json'
import type usage from './usage.json'
import type users from './users.json'
import type verifications from './verifications.json'
import type webhooks from './webhooks.json'

type Files = {
  readonly account: typeof account
  readonly address: typeof address
  readonly approvals: typeof approvals
  readonly audit: typeof audit
  readonly developer: typeof developer
  readonly directory: typeof directory
  readonly errors: typeof errors
  readonly exports: typeof exports
  readonly frame: typeof frame
  readonly handbook: typeof handbook
  readonly keys: typeof keys
  readonly links: typeof links
  readonly overview: typeof overview
  readonly palette: typeof palette
  readonly quality: typeof quality
  readonly refusals: typeof refusals
  readonly reports: typeof reports
  readonly reviews: typeof reviews
  readonly signIn: typeof signIn
  readonly system: typeof system
  readonly usage: typeof usage
  readonly users: typeof users
  readonly verifications: typeof verifications
  readonly webhooks: typeof webhooks
}

/** Texts of every page and of the first sign-in; each language loads them at once, in one file. */
export const firstFeatures = ['errors', 'frame', 'overview', 'signIn'] as const
type FirstFeature = (typeof firstFeatures)[number]

/** Does not compile where a text lacks a language. */
type Texts = OneLanguage<InAllLanguages<Files>>
type InAllLanguages<Tree extends TextTree> = Tree
type TextTree = { readonly [key: string]: Text | PluralForm | TextTree }
type Text = EnglishText & { readonly fr: string; readonly ar: string }
type EnglishText = { readonly en: string }
/** A form that English and French lack. */
type PluralForm = { readonly en?: never; readonly fr?: never; readonly ar: string }

/** The texts of any one language, with the keys of English. */
type OneLanguage<Tree> = {
  readonly [Key in keyof Tree as Tree[Key] extends PluralForm
    ? never
    : Key]: Tree[Key] extends EnglishText ? string : OneLanguage<Tree[Key]>
}

/** The `title` of each page's texts, for the navigation. */
type PageTitles = {
  readonly [Feature in keyof Texts as Texts[Feature] extends { readonly title: string }
    ? Feature
    : never]: string
}

export type FirstTexts = Pick<Texts, Exclude<FirstFeature, 'frame'>> & {
  readonly frame: Omit<Texts['frame'], 'pages'> & {
    readonly pages: Texts['frame']['pages'] & PageTitles
  }
}

/** The texts of each page, loaded with the first page that needs them. */
export type PageTexts = Omit<Texts, FirstFeature> & {
  /** The labels for codes, which case files also print. */
  readonly labels: typeof labels
  /** The findings of the checks, which svc doctor also prints. */
  readonly checks: typeof checks
}
export type PageFeature = keyof PageTexts
export type PageLoaders = {
  readonly [Feature in PageFeature]: () => Promise<PageTexts[Feature]>
}
