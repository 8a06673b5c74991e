import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconLayoutGridAdd } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  widgets: {
    title: 'Widgets',
    intro: 'Buttons for your own pages by which shoppers pay. Make one, and copy its code.',
    set: 'WIDGET_VIEW',
    menu: { in: 'Settings', place: 3, icon: IconLayoutGridAdd },
    screen: screen(() => import('./WidgetsScreen.tsx'), 'WidgetsScreen'),
  },
  'add-widget': {
    path: '/widgets/add',
    title: 'Widget Details',
    intro: 'What is to be paid, and what a shopper sees of it as you type.',
    set: 'WIDGET_ADD',
    parent: 'widgets',
    screen: screen(() => import('./AddWidgetScreen.tsx'), 'AddWidgetScreen'),
  },
  widget: {
    path: '/widget/{widgetId}',
    title: 'Widget',
    intro: 'Change what is to be paid; pages that have the code show it from the next view on.',
    set: 'WIDGET_VIEW',
    parent: 'widgets',
    screen: screen(() => import('./WidgetScreen.tsx'), 'WidgetScreen'),
  },
});
