/** Written by the build: every module of the product, as an import of its own. */
export declare const carried: Readonly<Record<string, () => Promise<unknown>>>
