/** What drills ask of a browser that is not the one of all other tests. */
export interface OtherBrowser {
  goto(url: string): Promise<void>
  /** What an expression of the page is, as far as JSON can say it. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}
