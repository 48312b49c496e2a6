// Style and script of the HTML form: src/report/html/report.css and report.js, as the build found them.
#ifndef REPORT_HTML_PARTS_H
#define REPORT_HTML_PARTS_H

extern const char html_style[], html_style_end[];
extern const char html_script[], html_script_end[];

#endif
