import { importOrder } from './import-order.ts';
import { literalText } from './literal-text.ts';
import { optionValue, textAlone } from './translated-pages.ts';

export default {
  meta: { name: 'zapdeck' },
  rules: {
    'import-order': importOrder,
    'literal-text': literalText,
    'option-value': optionValue,
    'text-alone': textAlone,
  },
};
