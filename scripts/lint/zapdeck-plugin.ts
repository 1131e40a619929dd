import { importOrder } from './import-order.ts';
import { optionValue, textAlone } from './translated-pages.ts';

export default {
  meta: { name: 'zapdeck' },
  rules: { 'import-order': importOrder, 'option-value': optionValue, 'text-alone': textAlone },
};
