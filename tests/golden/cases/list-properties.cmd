list properties
