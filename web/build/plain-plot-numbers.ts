import type { Plugin } from 'vite';

const OF_BROWSER = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";

/**
 * Lets uPlot load where `Intl` refuses the language of the browser, such as `en-US@posix` on Linux. The number format that
 * uPlot makes on loading is not used, because charts format their own numbers.
 */
export function plainPlotNumbers(): Plugin {
  return {
    name: 'plain-plot-numbers',
    apply: 'build',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(code) {
        if (!code.includes(OF_BROWSER)) this.error('uPlot reads the language of the browser in another way');
        return { code: code.replace(OF_BROWSER, "new Intl.NumberFormat('en')"), map: null };
      },
    },
  };
}
