import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconLayoutGridAdd } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  widgets: {
    title: 'Widgets',
    set: 'WIDGET_VIEW',
    menu: { in: 'Settings', place: 3, icon: IconLayoutGridAdd },
    screen: screen(() => import('./WidgetsScreen.tsx'), 'WidgetsScreen'),
  },
  'add-widget': {
    path: '/widgets/add',
    title: 'Widget Details',
    set: 'WIDGET_ADD',
    parent: 'widgets',
    screen: screen(() => import('./AddWidgetScreen.tsx'), 'AddWidgetScreen'),
  },
  widget: {
    path: '/widget/{widgetId}',
    title: 'Widget',
    set: 'WIDGET_VIEW',
    parent: 'widgets',
    screen: screen(() => import('./WidgetScreen.tsx'), 'WidgetScreen'),
  },
});
